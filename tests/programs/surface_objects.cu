// Surface objects: reads and writes in 1D to 3D, layers, boundary modes, and textures of memory that surfaces wrote.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    cudaError_t status = (call);                                                   \
    if (status != cudaSuccess) {                                                   \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));         \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)
#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      printf("%d: not so: %s\n", __LINE__, #condition);                            \
      exit(1);                                                                     \
    }                                                                              \
  } while (0)

__global__ void doubleAll(cudaSurfaceObject_t s, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float v;
  surf2Dread(&v, s, x * (int)sizeof(float), y);
  surf2Dwrite(2 * v, s, x * (int)sizeof(float), y);
}
__global__ void outside(cudaSurfaceObject_t s, float* out, int w) {
  out[0] = surf2Dread<float>(s, w * 4, 0, cudaBoundaryModeZero);
  out[1] = surf2Dread<float>(s, w * 4 + 400, 0, cudaBoundaryModeClamp);
  out[2] = surf2Dread<float>(s, -4, -1, cudaBoundaryModeClamp);
  surf2Dwrite(99.0f, s, -4, 0, cudaBoundaryModeZero);
}
__global__ void fillSlices(cudaSurfaceObject_t s, int w, int h, int d) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  if (x < w && y < h && z < d) surf3Dwrite((unsigned char)(z * 100 + y * 10 + x), s, x, y, z);
}
__global__ void readLayer(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f); }

int main() {
  const int w = 33, h = 5;
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i) in[i] = (float)i;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  CHECK(cudaMallocArray(&a, &f, w, h, cudaArraySurfaceLoadStore));
  CHECK(cudaMemcpy2DToArray(a, 0, 0, in.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  CHECK(cudaCreateSurfaceObject(&s, &r));
  doubleAll<<<dim3(3, 2), dim3(16, 4)>>>(s, w, h);
  CHECK(cudaMemcpy2DFromArray(out.data(), w * 4, a, 0, 0, w * 4, h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < w * h; ++i) EXPECT(out[i] == 2 * in[i]);

  float *d, got[64];
  CHECK(cudaMalloc(&d, sizeof got));
  outside<<<1, 1>>>(s, d, w);
  CHECK(cudaMemcpy(got, d, 12, cudaMemcpyDeviceToHost));
  EXPECT(got[0] == 0 && got[1] == 2 * (w - 1) && got[2] == 0);

  cudaTextureDesc td;
  memset(&td, 0, sizeof td);
  cudaTextureObject_t t;
  CHECK(cudaCreateTextureObject(&t, &r, &td, NULL));
  readLayer<<<1, w>>>(t, d);
  CHECK(cudaMemcpy(got, d, w * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < w; ++i) EXPECT(got[i] == 2 * in[w + i]);
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaDestroySurfaceObject(s));
  CHECK(cudaFreeArray(a));

  cudaChannelFormatDesc b = cudaCreateChannelDesc<unsigned char>();
  CHECK(cudaMalloc3DArray(&a, &b, make_cudaExtent(4, 3, 2), cudaArraySurfaceLoadStore));
  r.res.array.array = a;
  CHECK(cudaCreateSurfaceObject(&s, &r));
  fillSlices<<<2, dim3(4, 3)>>>(s, 4, 3, 2);
  unsigned char bytes[24];
  cudaMemcpy3DParms p;
  memset(&p, 0, sizeof p);
  p.srcArray = a;
  p.dstPtr = make_cudaPitchedPtr(bytes, 4, 4, 3);
  p.extent = make_cudaExtent(4, 3, 2);
  p.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&p));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) EXPECT(bytes[(z * 3 + y) * 4 + x] == z * 100 + y * 10 + x);
  // An array that was not created for surfaces cannot be one.
  CHECK(cudaDestroySurfaceObject(s));
  cudaArray_t plain;
  CHECK(cudaMallocArray(&plain, &f, 4, 4));
  r.res.array.array = plain;
  EXPECT(cudaCreateSurfaceObject(&s, &r) != cudaSuccess);
  cudaGetLastError();
  CHECK(cudaFreeArray(plain));
  CHECK(cudaFreeArray(a));
  CHECK(cudaFree(d));
  printf("ok\n");
  return 0;
}
