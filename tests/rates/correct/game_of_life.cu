// Cells of one byte: neighbours in one word belong to different threads.
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void life(const unsigned char *cells, unsigned char *next, int w, int h) {
  int n = w * h;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int x = i % w, y0 = i - x, xl = (x + w - 1) % w, xr = (x + 1) % w, yu = (y0 + n - w) % n, yd = (y0 + w) % n;
    int c = cells[xl + yu] + cells[x + yu] + cells[xr + yu] + cells[xl + y0] + cells[xr + y0] + cells[xl + yd] + cells[x + yd] + cells[xr + yd];
    next[i] = c == 3 || (c == 2 && cells[i]) ? 1 : 0;
  }
}
int main() {
  const int w = 33, h = 21;
  std::vector<unsigned char> a(w * h, 0), b(w * h);
  for (int i : {1, w + 2, 2 * w, 2 * w + 1, 2 * w + 2}) a[i] = 1;
  unsigned char *d[2];
  cudaMalloc(&d[0], w * h); cudaMalloc(&d[1], w * h);
  cudaMemcpy(d[0], a.data(), w * h, cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; ++i) life<<<3, 64>>>(d[i & 1], d[~i & 1], w, h);
  cudaMemcpy(b.data(), d[0], w * h, cudaMemcpyDeviceToHost);
  cudaFree(d[0]); cudaFree(d[1]);
  int bad = 0;
  for (int y = 0; y < h - 1; ++y) for (int x = 0; x < w - 1; ++x) bad += a[y * w + x] != b[(y + 1) * w + x + 1];
  printf("%d\n", bad);
  return bad;
}
