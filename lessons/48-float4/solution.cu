// Lesson 48, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

__global__ void louder(const float* in, float* out, int first, int last) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int begin = min((first + 3) / 4 * 4, last);  // the first sample that begins a group
  int groups = (last - begin) / 4;
  int end = begin + 4 * groups;
  if (i < groups) {
    const float4 v = reinterpret_cast<const float4*>(in)[begin / 4 + i];
    reinterpret_cast<float4*>(out)[begin / 4 + i] = {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w};
  }
  for (int k = first; k < begin && i == 0; ++k) out[k] = 2 * in[k];
  for (int k = end; k < last && i == 0; ++k) out[k] = 2 * in[k];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200;     // samples of the sound
  const int first = argc > 2 ? std::atoi(argv[2]) : 5;   // the piece begins here
  const int last = argc > 3 ? std::atoi(argv[3]) : 195;  // and ends before this; first < last <= n
  const std::vector<int> numbers = lockstep::RandomInput<int>(n, 1, 99);
  const std::vector<float> in(numbers.begin(), numbers.end());

  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, n * sizeof(float));
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);

  const int threads = (last - first + 3) / 4;
  const int blocks = (threads + kThreads - 1) / kThreads;
  louder<<<blocks, kThreads>>>(d_in, d_out, first, last);
  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
