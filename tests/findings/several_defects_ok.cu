// The same kernel without its defects.
#include <cstdio>

__global__ void Several(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  int next = tile[(threadIdx.x + 33) % 64];
  out[i] = next;
  __syncthreads();
  if (i + 1 < n) out[i] += tile[threadIdx.x];
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
