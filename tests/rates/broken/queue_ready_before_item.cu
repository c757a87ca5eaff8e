// A work queue: the tail is moved before the item is there.
__global__ void queue(int* items, int* tail, int* head, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < 16; ++i) {
      int slot = atomicAdd(tail, 1);
      items[slot] = i * i;  // defect: race-global
    }
  } else {
    for (int i = 0; i < 16; ++i) {
      while (atomicAdd(tail, 0) <= i) {
      }
      __threadfence();
      out[i] = items[i];  // defect: race-global|uninitialized-global
    }
  }
}
int main() {
  int *items, *tail, *out;
  cudaMalloc(&items, 16 * sizeof(int));
  cudaMalloc(&tail, 2 * sizeof(int));
  cudaMalloc(&out, 16 * sizeof(int));
  cudaMemset(tail, 0, 2 * sizeof(int));
  queue<<<2, 32>>>(items, tail, tail + 1, out);
  cudaDeviceSynchronize();
  cudaFree(items);
  cudaFree(tail);
  cudaFree(out);
}
