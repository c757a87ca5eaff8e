// Arrays of a thread's own: in registers as long as each index is known when the kernel is compiled, else in local
// memory, where the words of a warp's lanes stand side by side. 1 warp.

#include <cstdio>

__global__ void Chosen(const int* which, float* out) {
  float tap[4];
  for (int i = 0; i < 4; ++i) tap[i] = 2 * i;  // metric: store local requests=4 lanes=128 sectors=16 ideal_sectors=16
  out[threadIdx.x] = tap[which[0]];            // metric: load local requests=1 sectors=4
  out[threadIdx.x] += tap[which[threadIdx.x]];  // metric: load local requests=1 sectors=16 ideal_sectors=4
}

__global__ void Constant(float* out) {
  float tap[4];
  tap[0] = tap[1] = 1;  // metric: store local requests=0
  tap[2] = tap[3] = 2;  // metric: store local requests=0
  out[threadIdx.x] = tap[0] + tap[3];  // metric: load local requests=0
}

__global__ void Unrolled(float* out) {
  float tap[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) tap[i] = 2 * i;  // metric: store local requests=0
  float sum = 0;
#pragma unroll
  for (int i = 3; i > 0; --i) sum += tap[i] - tap[i - 1];  // metric: load local requests=0
  out[threadIdx.x] = sum;
}

__global__ void UnrolledAsFarAs(int n, float* out) {
  float tap[4] = {1, 2, 3, 4};  // metric: store local requests=4 sectors=16
  float sum = 0;
#pragma unroll
  for (int i = 0; i < n; ++i) sum += tap[i];  // metric: load local requests=4 sectors=16
  out[threadIdx.x] = sum;
}

__global__ void Wide(const int* which, double* out) {
  double tap[2];
  for (int i = 0; i < 2; ++i) tap[i] = i;  // metric: store local requests=2 sectors=16
  out[threadIdx.x] = tap[which[0] & 1];    // metric: load local requests=1 sectors=8
}

int main() {
  int* which;
  double* out;
  cudaMalloc(&which, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(double));
  int host[32];
  for (int i = 0; i < 32; ++i) host[i] = i % 4;
  cudaMemcpy(which, host, sizeof(host), cudaMemcpyHostToDevice);
  float* out_floats = reinterpret_cast<float*>(out);
  Chosen<<<1, 32>>>(which, out_floats);
  Constant<<<1, 32>>>(out_floats);
  Unrolled<<<1, 32>>>(out_floats);
  UnrolledAsFarAs<<<1, 32>>>(4, out_floats);
  Wide<<<1, 32>>>(which, out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(which);
  cudaFree(out);
  std::puts(right ? "ok" : "wrong");
  return !right;
}
