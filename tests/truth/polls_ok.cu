// Loops that poll in vain for long, and end.
// flags: --schedule all

// Nobody ever sets the flag: the threads give up after many polls.
__global__ void gives_up(const volatile int* flag, long most, int* out) {
  long polls = 0;
  while (polls < most && *flag == 0) ++polls;
  out[threadIdx.x] = polls == most;
}

// The last warp counts to its end before it sets what the others wait for, in the same loop.
__global__ void last_warp_counts(volatile int* level, int rounds) {
  const bool is_last = threadIdx.x / 32 == blockDim.x / 32 - 1;
  for (int n = 0; !is_last || n < rounds; ++n) {
    __syncwarp();
    const int seen = is_last ? 0 : *level;
    if (__any_sync(~0u, seen)) break;
  }
  __syncwarp();
  if (is_last && threadIdx.x % 32 == 0) *level = 1;
}

int main() {
  int *flag, *out;
  if (cudaMalloc(&flag, sizeof(int)) || cudaMalloc(&out, 64 * sizeof(int))) return 1;
  int wrong = 0;
  cudaMemset(flag, 0, sizeof(int));
  gives_up<<<1, 64>>>(flag, 60000, out);
  int given[64];
  wrong += cudaMemcpy(given, out, sizeof given, cudaMemcpyDeviceToHost) != cudaSuccess || given[63] != 1;
  last_warp_counts<<<1, 128>>>(flag, 40000);
  wrong += cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(flag);
  cudaFree(out);
  return wrong;
}
