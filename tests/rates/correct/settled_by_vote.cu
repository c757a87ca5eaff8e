// A loop that ends when no thread of the block has changed anything.
__global__ void settle(int* a) {
  __shared__ int s[128];
  int t = threadIdx.x, changed;
  s[t] = a[t];
  __syncthreads();
  do {
    int left = t ? s[t - 1] : s[t];
    __syncthreads();
    changed = left > s[t];
    if (changed) s[t] = left;
  } while (__syncthreads_or(changed));
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
