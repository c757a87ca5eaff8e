// A blur through a texture object, and one through a pitched array.
#include <cstdio>
#include <cstring>
#include <vector>
__global__ void blurTexture(cudaTextureObject_t tex, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy) for (int dx = -1; dx <= 1; ++dx) s += tex2D<float>(tex, x + dx + 0.5f, y + dy + 0.5f);
  out[y * w + x] = s / 9;
}
__global__ void blurPitched(const char *in, size_t pitch, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int cx = min(max(x + dx, 0), w - 1), cy = min(max(y + dy, 0), h - 1);
      s += ((const float *)(in + cy * pitch))[cx];
    }
  out[y * w + x] = s / 9;
}
int main() {
  const int w = 45, h = 31;
  std::vector<float> a(w * h), r1(w * h), r2(w * h);
  for (int i = 0; i < w * h; ++i) a[i] = i % 23;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &desc, w, h);
  cudaMemcpy2DToArray(array, 0, 0, a.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
  cudaResourceDesc res;
  memset(&res, 0, sizeof res);
  res.resType = cudaResourceTypeArray;
  res.res.array.array = array;
  cudaTextureDesc td;
  memset(&td, 0, sizeof td);
  td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
  td.filterMode = cudaFilterModePoint;
  td.readMode = cudaReadModeElementType;
  cudaTextureObject_t tex = 0;
  cudaCreateTextureObject(&tex, &res, &td, NULL);
  float *out; char *pitched; size_t pitch;
  cudaMalloc(&out, w * h * 4);
  cudaMallocPitch(&pitched, &pitch, w * 4, h);
  cudaMemcpy2D(pitched, pitch, a.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
  dim3 block(16, 4), grid((w + 15) / 16, (h + 3) / 4);
  blurTexture<<<grid, block>>>(tex, out, w, h);
  cudaMemcpy(r1.data(), out, w * h * 4, cudaMemcpyDeviceToHost);
  blurPitched<<<grid, block>>>(pitched, pitch, out, w, h);
  cudaMemcpy(r2.data(), out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(tex);
  cudaFreeArray(array);
  cudaFree(out); cudaFree(pitched);
  return memcmp(r1.data(), r2.data(), w * h * 4) != 0;
}
