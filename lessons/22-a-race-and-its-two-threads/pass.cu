// Eight children in a ring pass parcels on: with barriers, and in a hurry.
//
//   lockstep run pass.cu [-- ROUNDS]

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/publish.h"

constexpr int kChildren = 8;

__global__ void pass(const int* in, int* out, int rounds) {
  __shared__ int hands[kChildren];
  int t = threadIdx.x;
  int next = (t + 1) % kChildren;
  hands[t] = in[t];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    int parcel = hands[t];
    __syncthreads();
    hands[next] = parcel;
    __syncthreads();
  }
  out[t] = hands[t];
}

__global__ void pass_in_a_hurry(const int* in, int* out, int rounds) {
  __shared__ int hands[kChildren];
  int t = threadIdx.x;
  int next = (t + 1) % kChildren;
  hands[t] = in[t];
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    int parcel = hands[t];
    hands[next] = parcel;
  }
  out[t] = hands[t];
}

void print(const char* name, const int* d_out) {
  std::vector<int> out(kChildren);
  cudaMemcpy(out.data(), d_out, kChildren * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%-16s", name);
  for (int parcel : out) std::printf(" %3d", parcel);
  std::printf("\n");
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  std::vector<int> in(kChildren);
  for (int t = 0; t < kChildren; ++t) in[t] = 10 * t;
  const std::size_t bytes = kChildren * sizeof(int);

  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, kChildren);
  LOCKSTEP_PUBLISH(d_out, kChildren);

  pass<<<1, kChildren>>>(d_in, d_out, rounds);
  print("with barriers:", d_out);
  pass_in_a_hurry<<<1, kChildren>>>(d_in, d_out, rounds);
  print("in a hurry:", d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
