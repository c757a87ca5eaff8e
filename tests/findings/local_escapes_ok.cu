// Pointers to variables stay with their thread, and in their scope.
__device__ __noinline__ void window(int start, int* own) {
  for (int i = 0; i < 4; ++i) own[i] = start + i;
}

__global__ void work(int* out, int n) {
  __shared__ int value;
  int mine = n + threadIdx.x, own[4];
  int* place = threadIdx.x == 3 ? &mine : &own[0];
  window(n, own);
  if (threadIdx.x == 3) value = *place;
  __syncthreads();
  out[threadIdx.x] = own[2] + value + *place;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out, 5);
  cudaDeviceSynchronize();
  cudaFree(out);
}
