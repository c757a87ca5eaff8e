// Dynamic shared memory in its common forms: with its own type, in rows, as structs, and divided into several arrays.
// A recording knows the elements of each: `recorded:` is followed by a place and the value that a thread wrote there.

#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

struct Particle {
  float x, y;
  int id;
};

__global__ void floats(float* out) {
  extern __shared__ float part[];
  part[threadIdx.x] = threadIdx.x + 0.5f;  // recorded: part[5] = 5.5f
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}

__global__ void words(float* out) {
  extern __shared__ __align__(16) unsigned int bits[];
  bits[threadIdx.x] = 0xffffff00u + threadIdx.x;  // recorded: bits[3] = 4294967043
  __syncthreads();
  if (threadIdx.x == 0) out[1] = bits[3] == 4294967043u;
}

__global__ void rows(float* out) {
  extern __shared__ double table[][4];
  table[threadIdx.x][1] = threadIdx.x * 2.0;  // recorded: table[6][1] = 12.0
  __syncthreads();
  if (threadIdx.x == 0) out[2] = static_cast<float>(table[6][1]);
}

__global__ void structs(float* out) {
  extern __shared__ Particle swarm[];
  Particle mine{1.0f * threadIdx.x, 2.0f, static_cast<int>(threadIdx.x)};
  swarm[threadIdx.x] = mine;
  swarm[threadIdx.x].y = 0.25f;  // recorded: swarm[7].y = 0.25f
  __syncthreads();
  if (threadIdx.x == 0) out[3] = swarm[7].x + swarm[7].y;
}

__device__ void count(int* counts) {
  counts[threadIdx.x] = 10 * threadIdx.x;  // recorded: counts[4] = 40
}

__global__ void carved(float* out, int n) {
  extern __shared__ char raw[];
  float* sums = reinterpret_cast<float*>(raw);
  int* counts = (int*)(sums + n);
  Particle* swarm = reinterpret_cast<Particle*>(counts + n);
  unsigned char* flags = (unsigned char*)(swarm + n);
  sums[threadIdx.x] = threadIdx.x * 0.5f;  // recorded: sums[5] = 2.5f
  count(counts);
  swarm[threadIdx.x].id = threadIdx.x + 100;  // recorded: swarm[2].id = 102
  flags[threadIdx.x] = threadIdx.x % 2;
  __syncthreads();
  if (threadIdx.x == 0) out[4] = sums[5] + counts[4] + swarm[2].id + flags[1];
}

__global__ void tiles(float* out) {
  extern __shared__ float shared[];
  float* As = shared;
  float* Bs = shared + blockDim.x;
  As[threadIdx.x] = 1.0f;
  Bs[threadIdx.x] = threadIdx.x;  // recorded: Bs[9] = 9.0f
  __syncthreads();
  if (threadIdx.x == 0) out[5] = As[9] * Bs[9];
}

int main() {
  constexpr int kThreads = 32;
  float* d_out;
  cudaMalloc(&d_out, 6 * sizeof(float));
  floats<<<1, kThreads, kThreads * sizeof(float)>>>(d_out);
  words<<<1, kThreads, kThreads * sizeof(unsigned)>>>(d_out);
  rows<<<1, kThreads, kThreads * 4 * sizeof(double)>>>(d_out);
  structs<<<1, kThreads, kThreads * sizeof(Particle)>>>(d_out);
  carved<<<1, kThreads, kThreads * (2 * sizeof(float) + sizeof(Particle) + 1)>>>(d_out, kThreads);
  tiles<<<1, kThreads, 2 * kThreads * sizeof(float)>>>(d_out);
  float out[6];
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  const float expected[6] = {512.0f, 1.0f, 12.0f, 7.25f, 145.5f, 9.0f};
  for (int i = 0; i < 6; ++i) {
    if (out[i] == expected[i]) continue;
    std::printf("out[%d] is %g and should be %g\n", i, out[i], expected[i]);
    return 1;
  }
  std::puts("ok");
}
