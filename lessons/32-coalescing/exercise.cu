// Lesson 32, exercise: how warm does it feel?
//
// Each weather station sends three numbers, and they arrive as structs, one after
// another. The kernel is right, and each of its reads touches 12 sectors where 4 would
// do. Lay the data out so that neighbouring threads read neighbouring cells: here in
// main, in the kernel, and in the launch.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;

struct Station {
  float temperature, wind, rain;
};

__global__ void felt(const Station* stations, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float warmth = stations[i].temperature;
    warmth -= 2 * stations[i].wind;
    warmth -= 3 * stations[i].rain;
    out[i] = warmth;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  const std::vector<int> numbers = lockstep::RandomInput<int>(3 * n, 0, 30);
  std::vector<Station> stations(n);
  for (int i = 0; i < n; ++i) {
    stations[i].temperature = numbers[3 * i];
    stations[i].wind = numbers[3 * i + 1];
    stations[i].rain = numbers[3 * i + 2];
  }

  Station* d_stations = nullptr;
  float* d_out = nullptr;
  cudaMalloc(&d_stations, n * sizeof(Station));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_stations, stations.data(), n * sizeof(Station), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_stations, n);
  LOCKSTEP_PUBLISH(d_out, n);

  const int blocks = n / kThreads + 1;
  felt<<<blocks, kThreads>>>(d_stations, d_out, n);
  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_stations);
  cudaFree(d_out);
}
