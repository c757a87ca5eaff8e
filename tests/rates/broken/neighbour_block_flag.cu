// A chain of blocks hands on its sum with an atomic flag, but without a fence.
__global__ void chain(int *sum, int *ready) {
  if (threadIdx.x) return;
  int b = blockIdx.x, before = 0;
  if (b > 0) {
    while (atomicAdd(&ready[b - 1], 0) == 0) {}
    before = sum[b - 1];  // defect: race-global
  }
  sum[b] = before + b;  // defect: race-global
  atomicExch(&ready[b], 1);
}
int main() {
  int *s, *r;
  cudaMalloc(&s, 32); cudaMalloc(&r, 32);
  cudaMemset(r, 0, 32);
  chain<<<8, 32>>>(s, r);
  cudaDeviceSynchronize();
  cudaFree(s); cudaFree(r);
}
