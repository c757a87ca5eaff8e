// A stencil of radius 3 with halos in shared memory.
#include <cstdio>
#include <vector>
#define RADIUS 3
#define BLOCK_SIZE 64

__global__ void stencil_1d(const int *in, int *out) {
  __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = in[gindex];
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = in[gindex - RADIUS];
    temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
  out[gindex] = result;
}

int main() {
  const int N = 4096;
  std::vector<int> in(N + 2 * RADIUS, 1), out(N + 2 * RADIUS, 1);
  int *d_in, *d_out, size = (N + 2 * RADIUS) * sizeof(int);
  cudaMalloc((void **)&d_in, size);
  cudaMalloc((void **)&d_out, size);
  cudaMemcpy(d_in, in.data(), size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_out, out.data(), size, cudaMemcpyHostToDevice);
  stencil_1d<<<N / BLOCK_SIZE, BLOCK_SIZE>>>(d_in + RADIUS, d_out + RADIUS);
  cudaMemcpy(out.data(), d_out, size, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  for (int i = RADIUS; i < N + RADIUS; ++i) if (out[i] != 7) { printf("mistake at %d\n", i); return 1; }
  puts("Success!");
  return 0;
}
