// The block has met before one of its threads launches; and the last block to finish launches what follows all blocks.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
__global__ void Sum(const int* data, int* sum) {
  for (int i = 0; i < 64; ++i) *sum += data[i];
}
__global__ void Fill(int* data, int* sum) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) Sum<<<1, 1>>>(data, sum);
}

__global__ void FillAll(int* data, int* sum, unsigned* finished) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(finished, 1u) == gridDim.x - 1) Sum<<<1, 1>>>(data, sum);
}

int main() {
  int *data, *sum;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  Fill<<<1, 64>>>(data, sum);
  unsigned* finished;
  cudaMalloc(&finished, sizeof(unsigned));
  cudaMemset(finished, 0, sizeof(unsigned));
  FillAll<<<4, 16>>>(data, sum, finished);
  cudaDeviceSynchronize();
  cudaFree(finished);
  cudaFree(data);
  cudaFree(sum);
}
