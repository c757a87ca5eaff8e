// Each thread frees the block's scratch memory.
__global__ void scratch(int* out) {
  __shared__ int* area;
  if (threadIdx.x == 0) area = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
  __syncthreads();
  area[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = area[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  free(area);  // defect: double-free
}
int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  scratch<<<2, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
