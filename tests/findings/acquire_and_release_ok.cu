// A compiler's atomic that acquires and releases publishes what was written before it. (nvcc does not support this builtin in
// device code: `cuda::atomic` has the same order under another name.)
__global__ void relay(int* data, int* turn, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __atomic_fetch_add(turn, 1, __ATOMIC_ACQ_REL);
  } else {
    while (__atomic_fetch_add(turn, 0, __ATOMIC_ACQ_REL) == 0) {
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
