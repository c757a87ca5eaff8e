// Spins of one byte, updated in place colour by colour; neighbours in a word have the other colour.
#include <cstdio>
#include <vector>
__device__ unsigned next(unsigned &s) { s = s * 1664525u + 1013904223u; return s; }
__global__ void update(signed char *s, unsigned *seeds, int n, int colour) {
  int half = blockIdx.x * blockDim.x + threadIdx.x;
  if (half >= n * n / 2) return;
  int y = half / (n / 2), x = 2 * (half % (n / 2)) + ((y + colour) & 1);
  int sum = s[y * n + (x + 1) % n] + s[y * n + (x + n - 1) % n] + s[(y + 1) % n * n + x] + s[(y + n - 1) % n * n + x];
  unsigned r = seeds[half];
  int gain = 2 * s[y * n + x] * sum;
  if (gain <= 0 || next(r) < 0x20000000u) s[y * n + x] = -s[y * n + x];
  seeds[half] = r;
}
int main() {
  const int n = 32;
  std::vector<signed char> s(n * n);
  std::vector<unsigned> seeds(n * n / 2);
  for (int i = 0; i < n * n; ++i) s[i] = i % 3 ? 1 : -1;
  for (int i = 0; i < n * n / 2; ++i) seeds[i] = i * 77;
  signed char *d; unsigned *r;
  cudaMalloc(&d, n * n); cudaMalloc(&r, n * n * 2);
  cudaMemcpy(d, s.data(), n * n, cudaMemcpyHostToDevice);
  cudaMemcpy(r, seeds.data(), n * n * 2, cudaMemcpyHostToDevice);
  for (int k = 0; k < 6; ++k) update<<<4, 128>>>(d, r, n, k & 1);
  cudaMemcpy(s.data(), d, n * n, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(r);
  for (int x : s) if (x != 1 && x != -1) return 1;
  return 0;
}
