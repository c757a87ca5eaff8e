// Row sums run in one stream, column sums in another, and nothing joins the two.
__global__ void rows(int* a, int n) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= n) return;
  for (int x = 1; x < n; ++x) a[y * n + x] += a[y * n + x - 1];  // defect: race-streams
}
__global__ void columns(int* a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= n) return;
  for (int y = 1; y < n; ++y) a[y * n + x] += a[(y - 1) * n + x];  // defect: race-streams
}
int main() {
  const int n = 32;
  int* a;
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaMalloc(&a, n * n * sizeof(int));
  cudaMemset(a, 0, n * n * sizeof(int));
  cudaDeviceSynchronize();
  rows<<<1, 32, 0, s1>>>(a, n);
  columns<<<1, 32, 0, s2>>>(a, n);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(a);
}
