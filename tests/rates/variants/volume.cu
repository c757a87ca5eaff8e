// A pitched volume, filled by a kernel and copied back.
#include <cstdio>
__global__ void clear(cudaPitchedPtr p, cudaExtent e) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x >= e.width / sizeof(int) || y >= e.height || z >= e.depth) return;
#if DEFECT == 1
  char* slice = (char*)p.ptr + z * p.pitch * e.height * e.width;
#else
  char* slice = (char*)p.ptr + z * p.pitch * e.height;
#endif
  ((int*)(slice + y * p.pitch))[x] = x + y + z;  // defect1: out-of-bounds-global|wild-pointer defect2: out-of-bounds-global
}
int main() {
  cudaExtent e = make_cudaExtent(30 * sizeof(int), 7, 5); cudaPitchedPtr p; cudaMalloc3D(&p, e);
#if DEFECT == 2
  e.depth = 6;
#endif
  clear<<<dim3(1, 1, 6), dim3(32, 8)>>>(p, e);
  static int h[5][7][30];
  cudaMemcpy3DParms c = {}; c.srcPtr = p; c.dstPtr = make_cudaPitchedPtr(h, 30 * 4, 30, 7); c.extent = make_cudaExtent(30 * 4, 7, 5); c.kind = cudaMemcpyDeviceToHost;
#if DEFECT == 3
  c.extent.depth = 6; // defect
#endif
  cudaMemcpy3D(&c);  // defect3: copy-out-of-bounds|api-misuse
  printf("%d\n", h[4][6][29]); cudaFree(p.ptr);
}
