// Loops much longer than the number of open requests of a warp, with all lanes and with lanes that leave one after the
// other. 1 block of 64 threads: 2 warps.

#include <cstdio>

__global__ void Together(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < 20000; ++k)         // metric: branch requests=40002 lanes=1280064 divergent=0
    sum += in[k % 64];                    // metric: load global requests=40000 lanes=1280000 sectors=40000
  out[threadIdx.x] = sum;                 // metric: store global requests=2 lanes=64 sectors=8
}

// Lane l runs 500 * l iterations and leaves.
__global__ void Uneven(const int* in, int* out) {
  const int rounds = threadIdx.x % 32 * 500;
  int sum = 0;
  for (int k = 0; k < rounds; ++k)        // metric: branch requests=31002 lanes=496064 divergent=62
    sum += in[k % 64];                    // metric: load global requests=31000 lanes=496000 sectors=31000
  out[threadIdx.x] = sum;                 // metric: store global requests=2 lanes=64 sectors=8
}

// The halves of a warp take different paths, both long.
__global__ void Halves(const int* in, int* out) {
  int sum = 0;
  if (threadIdx.x % 32 < 16)              // metric: branch requests=2 divergent=2 advice: divergence
    for (int k = 0; k < 10000; ++k)       // metric: branch requests=20002 lanes=320032 divergent=0
      sum += in[k % 64];                  // metric: load global requests=20000 lanes=320000
  else
    for (int k = 0; k < 10000; ++k)       // metric: branch requests=20002 lanes=320032 divergent=0
      sum -= in[k % 64];                  // metric: load global requests=20000 lanes=320000
  out[threadIdx.x] = sum;                 // metric: store global requests=2 lanes=64 sectors=8
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  Together<<<1, 64>>>(in, out);
  Uneven<<<1, 64>>>(in, out);
  Halves<<<1, 64>>>(in, out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(in);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
