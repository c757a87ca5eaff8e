#include <cstdio>

__global__ void accumulate(const int *age, const int *income, int n, int *sum, int *count, int bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int b = min(age[i] / 10, bins - 1);
    atomicAdd(&sum[b], income[i]);
    atomicAdd(&count[b], 1);
}

__global__ void average(const int *sum, const int *count, int *avg, int bins)
{
    int b = threadIdx.x;
    if (b < bins)
        avg[b] = sum[b] / count[b];  // defect: division-by-zero
}

int main()
{
    const int n = 300, bins = 10;
    int age[n], income[n], avg[bins];
    for (int i = 0; i < n; i++) { age[i] = 18 + i % 60; income[i] = 1000 + 10 * age[i]; }
    int *dAge, *dIncome, *sum, *count, *dAvg;
    cudaMalloc(&dAge, sizeof age);
    cudaMalloc(&dIncome, sizeof income);
    cudaMalloc(&sum, bins * sizeof(int));
    cudaMalloc(&count, bins * sizeof(int));
    cudaMalloc(&dAvg, sizeof avg);
    cudaMemcpy(dAge, age, sizeof age, cudaMemcpyHostToDevice);
    cudaMemcpy(dIncome, income, sizeof income, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, bins * sizeof(int));
    cudaMemset(count, 0, bins * sizeof(int));
    accumulate<<<3, 128>>>(dAge, dIncome, n, sum, count, bins);
    average<<<1, 32>>>(sum, count, dAvg, bins);
    cudaMemcpy(avg, dAvg, sizeof avg, cudaMemcpyDeviceToHost);
    for (int b = 0; b < bins; b++) printf("%d-%d: %d\n", b * 10, b * 10 + 9, avg[b]);
    cudaFree(dAge); cudaFree(dIncome); cudaFree(sum); cudaFree(count); cudaFree(dAvg);
}
