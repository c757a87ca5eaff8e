// A surface is written, a texture of the same array read, and linear memory fetched.
#include <cstdio>
#include <vector>
__global__ void sample(cudaTextureObject_t t, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
#if DEFECT == 1
  if (x <= w && y <= h)
#else
  if (x < w && y < h)
#endif
    out[y * w + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);  // defect1: out-of-bounds-global|race-global|race-same-value
}
__global__ void store(cudaSurfaceObject_t s, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
#if DEFECT == 2
    surf2Dwrite((float)(y * w + x), s, x, y);  // defect2: misaligned|out-of-bounds-global|race-global
#else
    surf2Dwrite((float)(y * w + x), s, x * sizeof(float), y);
#endif
}
__global__ void fetch(cudaTextureObject_t t, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex1Dfetch<float>(t, i); }
int main() {
  const int w = 20, h = 10; float *out, *lin; cudaMalloc(&out, w * h * 4); cudaMalloc(&lin, w * 4); 
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>(); cudaArray_t a; cudaMallocArray(&a, &d, w, h, cudaArraySurfaceLoadStore);  // defect5: leak
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaSurfaceObject_t s; cudaCreateSurfaceObject(&s, &r);
  cudaTextureDesc td = {}; td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp; td.readMode = cudaReadModeElementType;
  cudaTextureObject_t t; cudaCreateTextureObject(&t, &r, &td, nullptr);
  dim3 b(8, 8), g(3, 2);
  store<<<g, b>>>(s, w, h);
  sample<<<g, b>>>(t, out, w, h);
  std::vector<float> v(w * h);
  cudaMemcpy(v.data(), out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaMemset(lin, 0, w * 4);
  cudaResourceDesc l = {}; l.resType = cudaResourceTypeLinear; l.res.linear.devPtr = lin; l.res.linear.desc = d; l.res.linear.sizeInBytes = w * 4;
  cudaTextureObject_t lt; cudaCreateTextureObject(&lt, &l, &td, nullptr);
  fetch<<<1, 32>>>(lt, out, w);
  cudaMemcpy(v.data(), out, w * 4, cudaMemcpyDeviceToHost);
  printf("%f\n", v[3]);
  cudaDestroyTextureObject(t); cudaDestroyTextureObject(lt); cudaDestroySurfaceObject(s);
#if DEFECT != 5
  cudaFreeArray(a);
#endif
  cudaFree(out); cudaFree(lin);
}
