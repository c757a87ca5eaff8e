// A seven-point stencil checks x and y but not z.
__global__ void laplace(const float* in, float* out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  long i = (long(z) * ny + y) * nx + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] +
           in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];  // defect: out-of-bounds-global
}
int main() {
  const int nx = 16, ny = 16, nz = 8;
  float *a, *b;
  cudaMalloc(&a, nx * ny * nz * sizeof(float));
  cudaMalloc(&b, nx * ny * nz * sizeof(float));
  cudaMemset(a, 0, nx * ny * nz * sizeof(float));
  laplace<<<dim3(2, 2, 2), dim3(8, 8, 4)>>>(a, b, nx, ny, nz);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
