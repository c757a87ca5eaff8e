// A histogram for each warp in shared memory, merged by strides.
#include <cstdio>
__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned part[4][64];
  for (int i = threadIdx.x; i < 4 * 64; i += blockDim.x) part[i / 64][i % 64] = 0;
  __syncthreads();
  int warp = threadIdx.x / 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&part[warp][data[i] >> 2], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) {
    unsigned sum = part[0][b] + part[1][b] + part[2][b] + part[3][b];
    if (sum) atomicAdd(&bins[b], sum);
  }
}
int main() {
  const int n = 5000;
  unsigned char h[n], *data;
  unsigned *bins, r[64], total = 0;
  for (int i = 0; i < n; ++i) h[i] = (i * 31) % 256;
  cudaMalloc(&data, n);
  cudaMalloc(&bins, sizeof r);
  cudaMemcpy(data, h, n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof r);
  histogram<<<3, 128>>>(data, n, bins);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  for (unsigned x : r) total += x;
  printf("%u\n", total);
  cudaFree(data);
  cudaFree(bins);
}
