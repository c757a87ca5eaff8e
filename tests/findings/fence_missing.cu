// A wait for a flag needs a fence before the data are read: a GPU may read them first. Advice, because current GPUs and
// compilers seldom do.
// counts: fence-missing
// told: the flag is read at line 16: a GPU may read the data before it
// told: put `__threadfence\(\)` after the wait
__global__ void relay(int* data, volatile int* flag, unsigned* ticket, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    data[0] = 7;
    data[1] = 8;
    __threadfence();
    *flag = 1;
    atomicAdd(ticket, 1u);
  } else if (blockIdx.x == 1) {
    if (threadIdx.x != 0) return;
    while (*flag == 0) {
    }
    out[0] = data[0];  // expect: fence-missing
    __threadfence();
    out[1] = data[1];
  } else {
    // One thread waits for its block: a barrier is no fence for the flag that it has read.
    if (threadIdx.x == 0)
      while (atomicAdd(ticket, 0u) == 0) {
      }
    __syncthreads();
    if (threadIdx.x < 2) out[2 + threadIdx.x] = data[threadIdx.x];  // expect: fence-missing
  }
}

int main() {
  int *data, *flag, *out;
  unsigned* ticket;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  cudaMemset(ticket, 0, sizeof(unsigned));
  relay<<<3, 32>>>(data, flag, ticket, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(flag);
  cudaFree(ticket);
  cudaFree(out);
}
