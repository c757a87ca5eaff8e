// Integer mean of each segment of a packed array; one block per segment.
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

const int T = 64;

__global__ void segmentMean(const int* values, const int* offsets, int* mean)
{
    __shared__ int s[T];
    int seg = blockIdx.x;
    int begin = offsets[seg];
    int end = offsets[seg + 1];

    int acc = 0;
    for (int i = begin + threadIdx.x; i < end; i += T) acc += values[i];
    s[threadIdx.x] = acc;
    __syncthreads();
    for (int o = T / 2; o > 0; o >>= 1) {
        if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        int count = end - begin;
        mean[seg] = s[0] / count;  // defect: division-by-zero
    }
}

int main()
{
    // every user's list of scores, one after another
    const int segs = 23;
    std::vector<int> offsets(1, 0), values;
    for (int k = 0; k < segs; ++k) {
        int len = (k * 13) % 17 * 5;
        for (int j = 0; j < len; ++j) values.push_back((k * 31 + j * 7) % 100);
        offsets.push_back(int(values.size()));
    }

    int *d_values = nullptr, *d_offsets = nullptr, *d_mean = nullptr;
    CHECK(cudaMalloc(&d_values, values.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_offsets, offsets.size() * sizeof(int)));
    CHECK(cudaMalloc(&d_mean, segs * sizeof(int)));
    CHECK(cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));

    segmentMean<<<segs, T>>>(d_values, d_offsets, d_mean);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<int> mean(segs);
    CHECK(cudaMemcpy(mean.data(), d_mean, segs * sizeof(int), cudaMemcpyDeviceToHost));
    long total = 0;
    for (int m : mean) total += m;
    std::printf("sum of means %ld\n", total);

    CHECK(cudaFree(d_values));
    CHECK(cudaFree(d_offsets));
    CHECK(cudaFree(d_mean));
    return 0;
}
