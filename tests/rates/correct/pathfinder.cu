// Dynamic programming over rows with ghost zones; some threads compute nothing valid near the end (Rodinia-like).
#include <algorithm>
#include <cstdio>
#include <vector>
#define BS 64
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
__global__ void dynproc(int iteration, const int *gpuWall, const int *gpuSrc, int *gpuResults, int cols, int startStep, int border) {
  __shared__ int prev[BS];
  __shared__ int result[BS];
  int bx = blockIdx.x, tx = threadIdx.x;
  int small_block_cols = BS - iteration * 2;
  int blkX = small_block_cols * bx - border, blkXmax = blkX + BS - 1, xidx = blkX + tx;
  int validXmin = blkX < 0 ? -blkX : 0, validXmax = blkXmax > cols - 1 ? BS - 1 - (blkXmax - cols + 1) : BS - 1;
  int W = tx - 1, E = tx + 1;
  W = W < validXmin ? validXmin : W;
  E = E > validXmax ? validXmax : E;
  bool isValid = IN_RANGE(tx, validXmin, validXmax);
  if (IN_RANGE(xidx, 0, cols - 1)) prev[tx] = gpuSrc[xidx];
  __syncthreads();
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BS - i - 2) && isValid) {
      computed = true;
      int left = prev[W], up = prev[tx], right = prev[E];
      int shortest = min(left, min(up, right));
      result[tx] = shortest + gpuWall[cols * (startStep + i) + xidx];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) gpuResults[xidx] = result[tx];
}
int main() {
  const int cols = 200, rows = 9, pyramid = 2, border = pyramid;
  std::vector<int> wall(cols * rows), r(cols), a(cols), b(cols);
  for (int i = 0; i < cols * rows; ++i) wall[i] = (i * 31) % 10;
  int *dw, *d[2];
  cudaMalloc(&dw, cols * (rows - 1) * 4); cudaMalloc(&d[0], cols * 4); cudaMalloc(&d[1], cols * 4);
  cudaMemcpy(dw, wall.data() + cols, cols * (rows - 1) * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d[0], wall.data(), cols * 4, cudaMemcpyHostToDevice);
  int src = 1, dst = 0, blocks = (cols + BS - 2 * pyramid - 1) / (BS - 2 * pyramid);
  for (int t = 0; t < rows - 1; t += pyramid) {
    int temp = src; src = dst; dst = temp;
    dynproc<<<blocks, BS>>>(min(pyramid, rows - t - 1), dw, d[src], d[dst], cols, t, border);
  }
  cudaMemcpy(r.data(), d[dst], cols * 4, cudaMemcpyDeviceToHost);
  cudaFree(dw); cudaFree(d[0]); cudaFree(d[1]);
  for (int i = 0; i < cols; ++i) a[i] = wall[i];
  for (int t = 1; t < rows; ++t) {
    for (int i = 0; i < cols; ++i) {
      int s = a[i];
      if (i > 0) s = std::min(s, a[i - 1]);
      if (i < cols - 1) s = std::min(s, a[i + 1]);
      b[i] = s + wall[t * cols + i];
    }
    a = b;
  }
  return a != r;
}
