// Texture references, which CUDA had until version 11. CUDA 12 and later have only texture objects.
#include <cstdio>
#include <cstdlib>

#if CUDART_VERSION < 12000 || defined(__LOCKSTEP__)

#define CHECK(call)                                                               \
  do {                                                                            \
    cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                  \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));        \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)
#define EXPECT(condition)                                                         \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("%d: not so: %s\n", __LINE__, #condition);                           \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

texture<float> line;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> pixels;
static texture<int2, cudaTextureType1D> pairs;

__device__ float twice(int i) { return 2 * tex1Dfetch(line, i); }
__global__ void fromLine(float* out) { out[threadIdx.x] = twice(threadIdx.x); }
__global__ void fromPlane(float* out) { out[threadIdx.x] = tex2D(plane, threadIdx.x + 1.0f, 0.5f); }
__global__ void fromPixels(float* out) {
  float4 p = tex2D(pixels, 0.5f + threadIdx.x, 0.5f);
  out[threadIdx.x] = p.x + p.y + p.z + p.w;
}
__global__ void fromPairs(int* out) {
  int2 p = tex1Dfetch(pairs, threadIdx.x);
  out[threadIdx.x] = p.x * p.y;
}

int main() {
  const int n = 8;
  float h[n], *d, *out;
  for (int i = 0; i < n; ++i) h[i] = 10.0f * i;
  CHECK(cudaMalloc(&d, sizeof h));
  CHECK(cudaMalloc(&out, sizeof h));
  CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  size_t offset;
  CHECK(cudaBindTexture(&offset, line, d, sizeof h));
  EXPECT(offset == 0);
  fromLine<<<1, n>>>(out);
  CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(h[i] == 20.0f * i);
  CHECK(cudaUnbindTexture(line));

  float image[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray* a;
  CHECK(cudaMallocArray(&a, &format, 4, 2));
  CHECK(cudaMemcpyToArray(a, 0, 0, image, sizeof image, cudaMemcpyHostToDevice));
  plane.filterMode = cudaFilterModeLinear;
  plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeClamp;
  plane.normalized = false;
  CHECK(cudaBindTextureToArray(plane, a, format));
  fromPlane<<<1, 4>>>(out);
  CHECK(cudaMemcpy(h, out, 4 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT(h[0] == 1.5f && h[2] == 3.5f && h[3] == 4.0f);
  CHECK(cudaUnbindTexture(plane));
  CHECK(cudaFreeArray(a));

  uchar4 two[2] = {{255, 0, 255, 0}, {51, 51, 51, 51}};
  format = cudaCreateChannelDesc<uchar4>();
  CHECK(cudaMallocArray(&a, &format, 2, 1));
  CHECK(cudaMemcpy2DToArray(a, 0, 0, two, sizeof two, sizeof two, 1, cudaMemcpyHostToDevice));
  CHECK(cudaBindTextureToArray(pixels, a));
  fromPixels<<<1, 2>>>(out);
  CHECK(cudaMemcpy(h, out, 2 * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT(h[0] == 2.0f && h[1] > 0.799f && h[1] < 0.801f);
  CHECK(cudaFreeArray(a));

  int2 values[3] = {{1, 2}, {3, 4}, {5, 6}}, *dv;
  int products[3], *dp;
  CHECK(cudaMalloc(&dv, sizeof values));
  CHECK(cudaMalloc(&dp, sizeof products));
  CHECK(cudaMemcpy(dv, values, sizeof values, cudaMemcpyHostToDevice));
  CHECK(cudaBindTexture(0, pairs, dv, sizeof values));
  fromPairs<<<1, 3>>>(dp);
  CHECK(cudaMemcpy(products, dp, sizeof products, cudaMemcpyDeviceToHost));
  EXPECT(products[0] == 2 && products[1] == 12 && products[2] == 30);
  printf("ok\n");
  return 0;
}

#else

int main() {
  printf("ok\n");
  return 0;
}

#endif
