// The private histogram is merged while some warps still count.
__global__ void histogram(const unsigned char* image, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[image[i]], 1u);
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);  // defect: race-atomic
}
int main() {
  const int n = 10000;
  unsigned char* image;
  unsigned* bins;
  cudaMalloc(&image, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemset(image, 3, n);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  histogram<<<4, 256>>>(image, n, bins);
  cudaDeviceSynchronize();
  cudaFree(image);
  cudaFree(bins);
}
