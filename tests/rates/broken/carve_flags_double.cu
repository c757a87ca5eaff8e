// One block per row: marks positive columns and sums the row in double.
#include <cstdio>
#include <cstdlib>
#include <vector>

static inline void ck(cudaError_t e, const char* f, int l) {
    if (e != cudaSuccess) {
        fprintf(stderr, "%s:%d %s\n", f, l, cudaGetErrorString(e));
        exit(2);
    }
}
#define CK(x) ck((x), __FILE__, __LINE__)

__global__ void rowStats(const float* x, int cols, double* sums, int* positives) {
    extern __shared__ __align__(16) unsigned char smem[];
    unsigned char* flag = smem;             // cols bytes
    double* acc = (double*)(smem + cols);   // blockDim.x doubles
    const float* row = x + (size_t)blockIdx.x * cols;
    const int tid = threadIdx.x;

    double s = 0.0;
    for (int c = tid; c < cols; c += blockDim.x) {
        float v = row[c];
        flag[c] = v > 0.0f;
        s += v;
    }
    acc[tid] = s;  // defect: misaligned
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) acc[tid] += acc[tid + k];  // defect: misaligned
        __syncthreads();
    }
    if (tid == 0) {
        int n = 0;
        for (int c = 0; c < cols; ++c) n += flag[c];
        positives[blockIdx.x] = n;
        sums[blockIdx.x] = acc[0];  // defect: misaligned
    }
}

static double process(int rows, int cols) {
    std::vector<float> x(rows * cols);
    for (int i = 0; i < rows * cols; ++i) x[i] = (float)((i * 7) % 11) - 4.0f;
    float* dx;
    double* dsum;
    int* dpos;
    CK(cudaMalloc(&dx, x.size() * sizeof(float)));
    CK(cudaMalloc(&dsum, rows * sizeof(double)));
    CK(cudaMalloc(&dpos, rows * sizeof(int)));
    CK(cudaMemcpy(dx, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));

    const int threads = 64;
    size_t bytes = cols + threads * sizeof(double);
    rowStats<<<rows, threads, bytes>>>(dx, cols, dsum, dpos);
    CK(cudaGetLastError());

    std::vector<double> sum(rows);
    std::vector<int> pos(rows);
    CK(cudaMemcpy(sum.data(), dsum, rows * sizeof(double), cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(pos.data(), dpos, rows * sizeof(int), cudaMemcpyDeviceToHost));
    CK(cudaFree(dx));
    CK(cudaFree(dsum));
    CK(cudaFree(dpos));
    double total = 0;
    for (int r = 0; r < rows; ++r) total += sum[r] + pos[r];
    return total;
}

int main() {
    printf("128 columns: %.1f\n", process(10, 128));
    printf("300 columns: %.1f\n", process(10, 300));
    return 0;
}
