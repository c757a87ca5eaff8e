// All threads poll for long, but the flag is finally set: by a thread that only uses atomics, ticket by ticket.
__global__ void wait(int* ticket, int* served, int* data, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    int mine = atomicAdd(ticket, 1);
    while (atomicAdd(served, 0) != mine) {}
    atomicAdd(&data[mine % 8], 1);
    atomicAdd(served, 1);
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 10 * sizeof(int));
  cudaMemset(data, 0, 10 * sizeof(int));
  wait<<<4, 8>>>(data, data + 1, data + 2, 50);
  cudaDeviceSynchronize();
  cudaFree(data);
}
