// Fetches from textures are counted, and are no requests for global memory. A surface's reads and writes are accesses.

#include <cstdio>

constexpr int kCount = 48;

__global__ void Fetch(cudaTextureObject_t line, cudaTextureObject_t plane, float* out) {
  const int i = threadIdx.x;
  float sum = tex1Dfetch<float>(line, i);
  for (int k = 0; k < 3; ++k) sum += tex2D<float>(plane, k, 0);
  if (i < 2) sum += tex2Dgather<float4>(plane, 1, 1).x;  // metric: branch requests=2 divergent=1
  out[i] = sum;                                          // metric: store global requests=2 lanes=48 sectors=6
}
// work: fetches=194

__global__ void Read(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // metric: load global requests=2 lanes=48 sectors=6; store global requests=2 lanes=48 sectors=6
}
// work: fetches=0

cudaTextureObject_t TextureOf(const cudaResourceDesc& resource) {
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, kCount * sizeof(float));
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMemset(in, 0, kCount * sizeof(float));
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t plane;
  cudaMallocArray(&plane, &floats, 4, 4, cudaArrayTextureGather);
  const float zeros[16] = {};
  cudaMemcpy2DToArray(plane, 0, 0, zeros, 16, 16, 4, cudaMemcpyHostToDevice);

  cudaResourceDesc of_line{}, of_plane{};
  of_line.resType = cudaResourceTypeLinear;
  of_line.res.linear = {in, floats, kCount * sizeof(float)};
  of_plane.resType = cudaResourceTypeArray;
  of_plane.res.array.array = plane;
  const cudaTextureObject_t a = TextureOf(of_line), b = TextureOf(of_plane);
  Fetch<<<1, kCount>>>(a, b, out);
  Read<<<1, kCount>>>(in, out);
  const bool right = cudaDeviceSynchronize() == cudaSuccess;
  cudaDestroyTextureObject(a);
  cudaDestroyTextureObject(b);
  cudaFreeArray(plane);
  cudaFree(in);
  cudaFree(out);
  std::printf(right ? "ok\n" : "failed\n");
  return right ? 0 : 1;
}
