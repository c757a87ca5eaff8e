// A barrier is between the reads and the next sums.
__global__ void scale(float* data) {
  __shared__ float sums[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) sums[warp] = data[threadIdx.x];
  __syncthreads();
  const float first = sums[0];
  __syncthreads();
  if (lane == 0) sums[warp] = data[threadIdx.x] * first;
  __syncthreads();
  data[threadIdx.x] = sums[0] - first;
}

int main() {
  float* data;
  cudaMallocManaged(&data, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) data[i] = 2;
  scale<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
