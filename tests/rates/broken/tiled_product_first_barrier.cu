// The barrier between loading the tiles and using them is missing; the one at the end of the loop is there.
#include <vector>
__global__ void product(const int* a, const int* b, int* c, int n) {
  __shared__ int ta[8][8], tb[8][8];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  int sum = 0;
  for (int k = 0; k < n; k += 8) {
    ta[y][x] = a[row * n + k + x];  // defect: race-shared
    tb[y][x] = b[(k + y) * n + col];  // defect: race-shared
    for (int i = 0; i < 8; ++i)
      sum += ta[y][i] * tb[i][x];  // defect: race-shared
    __syncthreads();
  }
  c[row * n + col] = sum;
}
int main() {
  const int n = 32, bytes = n * n * sizeof(int);
  std::vector<int> h(n * n, 2);
  int *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), bytes, cudaMemcpyHostToDevice);
  product<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(a, b, c, n);
  cudaMemcpy(h.data(), c, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
