// Heat in a plate: two arrays in turn, the border kept, one launch a step (in the manner of Rodinia's hotspot).
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
#define BX 16
#define BY 8

__constant__ float diffusivity;

__global__ void step(const float *__restrict__ u, float *__restrict__ next, int nx, int ny) {
  __shared__ float tile[BY + 2][BX + 2];
  int gx = blockIdx.x * BX + threadIdx.x, gy = blockIdx.y * BY + threadIdx.y;
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  bool inside = gx < nx && gy < ny;
  if (inside) {
    tile[ly][lx] = u[gy * nx + gx];
    if (threadIdx.x == 0) tile[ly][0] = gx > 0 ? u[gy * nx + gx - 1] : u[gy * nx + gx];
    if (threadIdx.x == BX - 1 || gx == nx - 1) tile[ly][lx + 1] = gx < nx - 1 ? u[gy * nx + gx + 1] : u[gy * nx + gx];
    if (threadIdx.y == 0) tile[0][lx] = gy > 0 ? u[(gy - 1) * nx + gx] : u[gy * nx + gx];
    if (threadIdx.y == BY - 1 || gy == ny - 1) tile[ly + 1][lx] = gy < ny - 1 ? u[(gy + 1) * nx + gx] : u[gy * nx + gx];
  }
  __syncthreads();
  if (!inside) return;
  float c = tile[ly][lx];
  next[gy * nx + gx] = c + diffusivity * (tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx] - 4 * c);
}

int main() {
  const int nx = 50, ny = 37, steps = 10;
  std::vector<float> h(nx * ny, 0);
  h[ny / 2 * nx + nx / 2] = 1000;
  float k = 0.2f, *a, *b;
  cudaMalloc(&a, nx * ny * 4);
  cudaMalloc(&b, nx * ny * 4);
  cudaMemcpyToSymbol(diffusivity, &k, sizeof k);
  cudaMemcpy(a, h.data(), nx * ny * 4, cudaMemcpyHostToDevice);
  dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY), block(BX, BY);
  for (int s = 0; s < steps; ++s) {
    step<<<grid, block>>>(a, b, nx, ny);
    std::swap(a, b);
  }
  cudaMemcpy(h.data(), a, nx * ny * 4, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float x : h) sum += x;
  cudaFree(a); cudaFree(b);
  printf("%g\n", sum);
  return std::fabs(sum - 1000) > 0.1;
}
