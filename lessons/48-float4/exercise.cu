// Lesson 48, exercise: a piece of the sound.
//
// The samples from `first` to before `last` shall come twice as loud into `out`, at their old places. Around them it
// stays silent. The result is right, but each thread moves one sample.
//
// Move four at once, with float4. The piece may begin and end anywhere: what is left over at its two ends goes one
// by one.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;

__global__ void louder(const float* in, float* out, int first, int last) {
  int i = first + blockIdx.x * kThreads + threadIdx.x;
  if (i < last) out[i] = 2 * in[i];
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

  const int blocks = (last - first + kThreads - 1) / kThreads;
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
