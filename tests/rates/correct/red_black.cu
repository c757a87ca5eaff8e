// Gauss-Seidel in two colours: in place, and every cell reads only cells of the other colour.
__global__ void relax(float* u, int n, int colour) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1 || (x + y) % 2 != colour) return;
  u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x]);
}
int main() {
  const int n = 50;
  float* u;
  cudaMalloc(&u, n * n * sizeof(float));
  cudaMemset(u, 0, n * n * sizeof(float));
  for (int i = 0; i < 6; ++i) relax<<<dim3(4, 4), dim3(16, 16)>>>(u, n, i % 2);
  cudaDeviceSynchronize();
  cudaFree(u);
}
