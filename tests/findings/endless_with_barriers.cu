// Loops with a barrier that no thread leaves, in any order of threads: the block comes back to the state that it was in.
// told: comes to its barrier in each iteration
__device__ int level;

// The host has not set the level that the block waits for.
__global__ void wait_for_level(int goal, int* out) {
  __shared__ int seen;
  while (true) {
    if (threadIdx.x == 0) seen = level;
    __syncthreads();  // expect: endless-kernel
    if (seen == goal) break;
    __syncthreads();
  }
  out[threadIdx.x] = seen;
}

int main() {
  int* out;
  cudaMalloc(&out, 8 * sizeof(int));  // lockstep: allow leak
  wait_for_level<<<1, 8>>>(7, out);
  return cudaDeviceSynchronize() == cudaSuccess;
}
