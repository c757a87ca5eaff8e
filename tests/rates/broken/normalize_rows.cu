#include <cstdio>
#include <vector>

// Each block normalises one row of a matrix so that it sums to one.
__global__ void normalizeRows(float *m, int rows, int cols)
{
    __shared__ float total;
    const int row = blockIdx.x;
    const int col = threadIdx.x;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    if (col < cols) {
        atomicAdd(&total, m[row * cols + col]);
        __syncthreads();  // defect: barrier-skipped
        m[row * cols + col] /= total;
    }
}

int main()
{
    const int rows = 6, cols = 50;
    std::vector<float> h(rows * cols);
    for (int i = 0; i < rows * cols; ++i)
        h[i] = 1.f + i % 5;
    float *d;
    cudaMalloc(&d, h.size() * sizeof(float));
    cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    normalizeRows<<<rows, 96>>>(d, rows, cols);
    cudaMemcpy(h.data(), d, h.size() * sizeof(float), cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int c = 0; c < cols; ++c)
        sum += h[c];
    printf("row 0 sums to %.4f\n", sum);
    cudaFree(d);
}
