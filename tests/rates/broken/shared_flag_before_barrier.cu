// Thread 0 looks at the flag of the round, and clears it, before the barrier that ends the round.
__global__ void settle(int* a) {
  __shared__ int s[128];
  __shared__ bool changed;
  int t = threadIdx.x;
  s[t] = a[t];
  do {
    __syncthreads();
    if (t == 0) changed = false;
    __syncthreads();
    int left = t ? s[t - 1] : s[t];
    __syncthreads();
    if (left > s[t]) {
      s[t] = left;
      changed = true;  // lockstep: allow race-same-value any of them may say so
    }
    if (t == 0 && !changed) changed = false;  // defect: race-shared
    __syncthreads();
  } while (changed);
  a[t] = s[t];
}
int main() {
  int h[128], *a;
  for (int i = 0; i < 128; ++i) h[i] = (i * 5) % 7;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  settle<<<1, 128>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(a);
}
