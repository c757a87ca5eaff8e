// A thread's variable is read by another thread, and a function's array after the function has returned.
__device__ __noinline__ int* window(int start) {
  int own[4] = {start, start + 1, start + 2, start + 3};
  int* first = own;
  return start < 1000 ? first : first + 1;
}

__global__ void work(int* out, int n) {
  __shared__ int* place;
  int mine = n + threadIdx.x;
  if (threadIdx.x == 3) place = &mine;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *place;  // expect: local-escape
  __syncthreads();
  int* gone = window(n);
  out[threadIdx.x] = gone[2] + mine;  // expect: local-escape
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out, 5);
  cudaDeviceSynchronize();
  cudaFree(out);
}
