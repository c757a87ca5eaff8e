// A bitonic sort where the barrier stands in the branch of the lower partner.
__global__ void sort(int* data, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t) {
        if ((s[t] > s[other]) == ((t & k) == 0)) {
          int swap = s[t];
          s[t] = s[other];
          s[other] = swap;
        }
        __syncthreads();  // defect: barrier-skipped|barrier-mixed
      }
    }
  data[t] = s[t];
}
int main() {
  int h[128], *d;
  for (int i = 0; i < 128; ++i) h[i] = (i * 37) % 128;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sort<<<1, 128, sizeof h>>>(d, 128);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
