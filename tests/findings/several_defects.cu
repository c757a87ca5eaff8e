// A kernel with three defects, the first of them an access outside: each is found, and each has its moment.
#include <cstdio>

__global__ void Several(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i + 1];  // expect: out-of-bounds-global, race-shared
  int next = tile[(threadIdx.x + 33) % 64];
  out[i] = next;
  __syncthreads();
  if (i == n - 1) out[i + 1] = tile[threadIdx.x];  // expect: out-of-bounds-global
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  Several<<<2, 64>>>(in, out, 128);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
