// 7-point stencil marching along z: planes before and behind in registers, the current one in shared memory.
#include <cstdio>
#include <vector>
#define S 8
__global__ void stencil3d(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float plane[S + 2][S + 2];
  int x = blockIdx.x * S + threadIdx.x, y = blockIdx.y * S + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int i = y * nx + x, stride = nx * ny;
  bool in_x = x < nx, in_y = y < ny, in_all = in_x && in_y;
  float below, here = 0, above = 0;
  if (in_all) { here = in[i]; above = in[i + stride]; }
  for (int z = 1; z < nz - 1; ++z) {
    i += stride;
    below = here;
    here = above;
    if (in_all) above = in[i + stride];
    __syncthreads();
    plane[ty][tx] = here;
    if (in_all && threadIdx.x == 0 && x > 0) plane[ty][0] = in[i - 1];
    if (in_all && threadIdx.x == S - 1 && x < nx - 1) plane[ty][S + 1] = in[i + 1];
    if (in_all && threadIdx.y == 0 && y > 0) plane[0][tx] = in[i - nx];
    if (in_all && threadIdx.y == S - 1 && y < ny - 1) plane[S + 1][tx] = in[i + nx];
    __syncthreads();
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
      out[i] = below + above + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] - 6 * here;
  }
}
int main() {
  const int nx = 19, ny = 13, nz = 6, n = nx * ny * nz;
  std::vector<float> h(n), r(n);
  for (int i = 0; i < n; ++i) h[i] = i % nx;
  float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, n * 4);
  stencil3d<<<dim3((nx + S - 1) / S, (ny + S - 1) / S), dim3(S, S)>>>(a, b, nx, ny, nz);
  cudaMemcpy(r.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  float sum = 0;
  for (float x : r) sum += x < 0 ? -x : x;
  printf("%g\n", sum);
  return sum != 0;
}
