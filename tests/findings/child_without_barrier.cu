// One thread launches a grid before the others of its block have written what the grid reads.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
__global__ void Sum(const int* data, int* sum) {
  for (int i = 0; i < 64; ++i) *sum += data[i];  // expect: race-streams
}
__global__ void Fill(int* data, int* sum) {
  data[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) Sum<<<1, 1>>>(data, sum);
}

int main() {
  int *data, *sum;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  Fill<<<1, 64>>>(data, sum);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(sum);
}
