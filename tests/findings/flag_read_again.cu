// The reader has waited for a different flag from the one that it reads plainly.
__global__ void hand_on(int* done, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    __threadfence();
    *(volatile int*)&done[1] = 7;
    *(volatile int*)&done[0] = 7;  // expect: race-global
  } else {
    while (*(volatile int*)&done[1] == 0) {
    }
    __threadfence();
    *out = done[0];
  }
}

int main() {
  int *done, *out;
  cudaMalloc(&done, 2 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(done, 0, 2 * sizeof(int));
  hand_on<<<2, 32>>>(done, out);
  cudaDeviceSynchronize();
  cudaFree(done);
  cudaFree(out);
}
