// Producer blocks fill a chunk each and raise a flag; consumer blocks wait for it.
// Roles are handed out by ticket, so a producer always starts before its consumer.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                               \
    do {                                                                          \
        cudaError_t err = (call);                                                 \
        if (err != cudaSuccess) {                                                 \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(err));  \
            exit(1);                                                              \
        }                                                                         \
    } while (0)

constexpr int CHUNK = 128;

__device__ unsigned int nextRole = 0;

__global__ void handoff(const int* in, int* buf, int* flag, int* out) {
    __shared__ unsigned int role;
    const int t = threadIdx.x;
    if (t == 0) role = atomicAdd(&nextRole, 1u);
    __syncthreads();
    const int chunk = role / 2;
    int* mine = buf + chunk * CHUNK;

    if (role % 2 == 0) {
        int v = in[chunk * CHUNK + t];
        mine[t] = v * v + 1;  // defect: race-global
        __threadfence();
        if (t == 0) atomicExch(&flag[chunk], 1);
    } else {
        if (t == 0) {
            while (atomicAdd(&flag[chunk], 0) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        int v = mine[CHUNK - 1 - t];  // defect: race-global
        out[chunk * CHUNK + t] = v - 1;
    }
}

int main() {
    const int chunks = 6, n = chunks * CHUNK;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i % 31;
    int *d_in, *d_buf, *d_flag, *d_out;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_buf, n * sizeof(int)));
    CHECK(cudaMalloc(&d_flag, chunks * sizeof(int)));
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_buf, 0, n * sizeof(int)));
    CHECK(cudaMemset(d_flag, 0, chunks * sizeof(int)));

    handoff<<<2 * chunks, CHUNK>>>(d_in, d_buf, d_flag, d_out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));

    long long sum = 0;
    for (int v : h) sum += v;
    printf("sum of squares %lld\n", sum);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_buf));
    CHECK(cudaFree(d_flag));
    CHECK(cudaFree(d_out));
    return 0;
}
