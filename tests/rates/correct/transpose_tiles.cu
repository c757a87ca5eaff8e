// Tiled transpose with padding, 32 x 8 threads, sizes that are no multiple of the tile.
#include <cstdio>
#include <vector>
const int TILE_DIM = 32, BLOCK_ROWS = 8;

__global__ void transpose(float *odata, const float *idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x, y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int w = 100, h = 75;
  std::vector<float> a(w * h), b(w * h);
  for (int i = 0; i < w * h; ++i) a[i] = i;
  float *d, *t;
  cudaMalloc((void **)&d, w * h * sizeof(float));
  cudaMalloc((void **)&t, w * h * sizeof(float));
  cudaMemcpy(d, a.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(TILE_DIM, BLOCK_ROWS), grid((w + TILE_DIM - 1) / TILE_DIM, (h + TILE_DIM - 1) / TILE_DIM);
  cudaEvent_t start, stop;
  cudaEventCreate(&start); cudaEventCreate(&stop);
  cudaEventRecord(start);
  transpose<<<grid, block>>>(t, d, w, h);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  cudaMemcpy(b.data(), t, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int y = 0; y < h; ++y) for (int x = 0; x < w; ++x) bad += b[x * h + y] != a[y * w + x];
  cudaEventDestroy(start); cudaEventDestroy(stop);
  cudaFree(d); cudaFree(t);
  return bad;
}
