// A 3D stencil that keeps the planes above and below in registers and the current one in shared memory.
__global__ void diffuse(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[10][10];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  bool inside = x < nx && y < ny;
  int stride = nx * ny, at = y * nx + x;
  float below = 0, here = inside ? in[at] : 0, above = inside ? in[at + stride] : 0;
  for (int z = 1; z < nz - 1; ++z) {
    at += stride;
    below = here;
    here = above;
    above = inside ? in[at + stride] : 0;
    __syncthreads();
    plane[ly][lx] = here;
    if (threadIdx.x == 0) plane[ly][0] = inside && x > 0 ? in[at - 1] : 0;
    if (threadIdx.x == 7) plane[ly][9] = inside && x < nx - 1 ? in[at + 1] : 0;
    if (threadIdx.y == 0) plane[0][lx] = inside && y > 0 ? in[at - nx] : 0;
    if (threadIdx.y == 7) plane[9][lx] = inside && y < ny - 1 ? in[at + nx] : 0;
    __syncthreads();
    if (inside)
      out[at] = here + 0.1f * (below + above + plane[ly][lx - 1] + plane[ly][lx + 1] + plane[ly - 1][lx] +
                               plane[ly + 1][lx] - 6 * here);
  }
}
int main() {
  const int nx = 20, ny = 12, nz = 6;
  float *a, *b;
  cudaMalloc(&a, nx * ny * nz * sizeof(float));
  cudaMalloc(&b, nx * ny * nz * sizeof(float));
  cudaMemset(a, 0, nx * ny * nz * sizeof(float));
  diffuse<<<dim3(3, 2), dim3(8, 8)>>>(a, b, nx, ny, nz);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
