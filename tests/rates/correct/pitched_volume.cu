// cudaMalloc3D, cudaMemcpy3D, slices by cudaPitchedPtr; doubles; a sub-volume is copied back.
#include <cstdio>
#include <vector>
__global__ void fillVolume(cudaPitchedPtr p, int w, int h, int d) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x < w && y < h) {
    char *slice = (char *)p.ptr + z * p.pitch * h;
    double *row = (double *)(slice + y * p.pitch);
    row[x] = x + 100 * y + 10000.0 * z;
  }
}
int main() {
  const int w = 7, h = 5, d = 3;
  cudaExtent e = make_cudaExtent(w * sizeof(double), h, d);
  cudaPitchedPtr p;
  cudaMalloc3D(&p, e);
  fillVolume<<<d, dim3(8, 8)>>>(p, w, h, d);
  std::vector<double> r(w * h * d);
  cudaMemcpy3DParms m = {0};
  m.srcPtr = p;
  m.dstPtr = make_cudaPitchedPtr(r.data(), w * sizeof(double), w, h);
  m.extent = e;
  m.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&m);
  cudaFree(p.ptr);
  return r[2 * w * h + 4 * w + 6] != 6 + 400 + 20000;
}
