// A negative index in the first shared variable.
__global__ void smooth(float* data) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = data[t];
  __syncthreads();
  data[t] = 0.5f * (tile[t] + tile[t - 20]);  // expect: out-of-bounds-shared
}

int main() {
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMemset(data, 0, 64 * sizeof(float));
  smooth<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
