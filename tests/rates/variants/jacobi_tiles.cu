// Jacobi relaxation on a 2D grid, tiles with a halo in shared memory, residual by block reduction.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
constexpr int BX = 16, BY = 8;
template <typename T>
__global__ void step(const T* __restrict__ in, T* out, int nx, int ny, size_t pitch, T* blockResidual) {
  __shared__ T tile[BY + 2][BX + 2];
  __shared__ T red[BX * BY];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  auto at = [&](int xx, int yy) { return (xx >= 0 && xx < nx && yy >= 0 && yy < ny) ? in[yy * pitch + xx] : T(0); };  // defect6: out-of-bounds-global defect5: race-global
  tile[ly][lx] = at(x, y);  // defect2: race-shared
  if (threadIdx.x == 0) tile[ly][0] = at(x - 1, y);
#if DEFECT != 1
  if (threadIdx.x == BX - 1) tile[ly][BX + 1] = at(x + 1, y);
#endif
  if (threadIdx.y == 0) tile[0][lx] = at(x, y - 1);
  if (threadIdx.y == BY - 1) tile[BY + 1][lx] = at(x, y + 1);
#if DEFECT != 2
  __syncthreads();
#endif
  T diff = 0;
#if DEFECT == 3
  if (x <= nx && y <= ny) {
#else
  if (x < nx && y < ny) {
#endif
    T v = T(0.25) * (tile[ly][lx - 1] + tile[ly][lx + 1] + tile[ly - 1][lx] + tile[ly + 1][lx]);  // defect1: uninitialized-shared defect2: race-shared
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1) {
      diff = fabs(v - tile[ly][lx]);
      out[y * pitch + x] = v;  // defect1: uninitialized-shared defect5: race-global
    } else {
      out[y * pitch + x] = tile[ly][lx];  // defect3: out-of-bounds-global|race-global defect6: out-of-bounds-global defect5: race-global
    }
  }
  int t = threadIdx.y * BX + threadIdx.x;
  red[t] = diff;
  __syncthreads();
  for (int s = BX * BY / 2; s > 0; s >>= 1) {
    if (t < s) {
      red[t] = fmax(red[t], red[t + s]);  // defect4: race-shared
#if DEFECT == 4
    }
  }
#else
    }
    __syncthreads();
  }
#endif
  if (t == 0) blockResidual[blockIdx.y * gridDim.x + blockIdx.x] = red[0];
}
int main() {
  const int nx = 50, ny = 37;
  std::vector<float> h(nx * ny, 0.f);
  for (int x = 0; x < nx; ++x) h[x] = 1.f;
  float *a, *b, *res; size_t pitch;
  cudaMallocPitch(&a, &pitch, nx * sizeof(float), ny);
  cudaMallocPitch(&b, &pitch, nx * sizeof(float), ny);
  cudaMemcpy2D(a, pitch, h.data(), nx * 4, nx * 4, ny, cudaMemcpyHostToDevice);
  dim3 block(BX, BY), grid((nx + BX - 1) / BX, (ny + BY - 1) / BY);
  cudaMalloc(&res, grid.x * grid.y * 4);
  std::vector<float> hr(grid.x * grid.y);
  for (int it = 0; it < 5; ++it) {
#if DEFECT == 5
    step<float><<<grid, block>>>(a, a, nx, ny, pitch / sizeof(float), res);
#elif DEFECT == 6
    step<float><<<grid, block>>>(a, b, nx, ny, pitch, res);
#else
    step<float><<<grid, block>>>(a, b, nx, ny, pitch / sizeof(float), res);
#endif
    cudaMemcpy(hr.data(), res, hr.size() * 4, cudaMemcpyDeviceToHost);
    std::swap(a, b);
  }
#if DEFECT == 7
  cudaMemcpy(h.data(), a, pitch * ny, cudaMemcpyDeviceToHost);  // defect7: copy-out-of-bounds|uninitialized-copy
#else
  cudaMemcpy2D(h.data(), nx * 4, a, pitch, nx * 4, ny, cudaMemcpyDeviceToHost);
#endif
  puts(h[nx + 3] > 0 ? "ok" : "FAIL");
  cudaFree(a); cudaFree(b); cudaFree(res);
}
