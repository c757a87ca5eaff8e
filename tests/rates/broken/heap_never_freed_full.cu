// Each thread allocates for each element and never frees; malloc's null is not looked at.
__global__ void work(int *out, int n) {
  for (int i = 0; i < n; ++i) {
    int *t = (int *)malloc(64 * 1024);
    t[0] = i;  // defect: null-pointer
    out[threadIdx.x] = t[0];
  }
}
int main() {
  int *d;
  cudaMalloc(&d, 128);
  work<<<1, 32>>>(d, 20);
  cudaDeviceSynchronize();
  cudaFree(d);
}
