__global__ void relay(int* data, int* turn, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;  // expect: race-global
    __atomic_fetch_add(turn, 1, __ATOMIC_RELAXED);
  } else {
    while (__atomic_fetch_add(turn, 0, __ATOMIC_RELAXED) == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *turn, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&turn, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  relay<<<2, 32>>>(data, turn, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(turn);
  cudaFree(out);
}
