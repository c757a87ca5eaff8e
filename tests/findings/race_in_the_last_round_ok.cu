// All threads have read before one of them writes.
#include <cstdio>

__global__ void neighbours(const int* in, int* out) {
  __shared__ int cell[8];
  if (threadIdx.x < 8) cell[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += cell[i] + cell[i + 3];
  __syncthreads();
  if (threadIdx.x == 0) cell[6] = 1;
  out[threadIdx.x] = sum;
}

int main() {
  int host[32] = {1, 2, 3, 4, 5, 6, 7, 8}, *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  neighbours<<<1, 32>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(in);
  cudaFree(out);
}
