// Hillis-Steele scan with two buffers in dynamic shared memory and one barrier a step.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        cudaError_t e_ = (call);                                             \
        if (e_ != cudaSuccess) {                                             \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(e_));  \
            std::exit(1);                                                    \
        }                                                                    \
    } while (0)

__global__ void scanRows(const int* in, int* out, int len)
{
    extern __shared__ int buf[];  // two rows of blockDim.x, taken in turn
    int t = threadIdx.x;
    int* from = buf;
    int* to = buf + blockDim.x;

    to[t] = t < len ? in[blockIdx.x * len + t] : 0;
    __syncthreads();
    for (unsigned int o = 1; o < blockDim.x; o <<= 1) {
        int* swap = from;
        from = to;
        to = swap;
        to[t] = from[t] + (t >= int(o) ? from[t - o] : 0);
        __syncthreads();
    }
    if (t < len) out[blockIdx.x * len + t] = to[t];
}

int main()
{
    const int rows = 11, len = 179, threads = 256;
    const int n = rows * len;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 5) % 13 - 4;

    int *d_in = nullptr, *d_out = nullptr;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    scanRows<<<rows, threads, 2 * threads * sizeof(int)>>>(d_in, d_out, len);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(r.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int row = 0; row < rows; ++row) {
        int sum = 0;
        for (int c = 0; c < len; ++c) {
            sum += h[row * len + c];
            if (r[row * len + c] != sum) ++bad;
        }
    }
    std::printf("%d wrong\n", bad);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    return bad ? 1 : 0;
}
