// Texture objects: 1D to 3D, layered, cubemap, linear and pitched memory; filtering, address and read modes.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                               \
  do {                                                                                            \
    cudaError_t status = (call);                                                                  \
    if (status != cudaSuccess) {                                                                  \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status));           \
      exit(1);                                                                                    \
    }                                                                                             \
  } while (0)
#define EXPECT(condition)                                             \
  do {                                                                \
    if (!(condition)) {                                               \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

__global__ void sample1D(cudaTextureObject_t t, const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1D<float>(t, x[i]);
}
__global__ void sample2D(cudaTextureObject_t t, const float2* at, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, at[i].x, at[i].y);
}
__global__ void sample3D(cudaTextureObject_t t, float* out, int w, int h, int d) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < w && y < h && z < d) out[(z * h + y) * w + x] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f);
}
__global__ void fetchLinear(cudaTextureObject_t t, int4* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<int4>(t, i - 1);
}
__global__ void readColours(cudaTextureObject_t t, float4* normalised, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) normalised[y * w + x] = tex2D<float4>(t, x + 0.5f, y + 0.5f);
}
__global__ void sampleLayers(cudaTextureObject_t t, float* out, int layers) {
  int l = threadIdx.x;
  if (l < layers) out[l] = tex2DLayered<float>(t, 1.5f, 0.5f, l);
}
__global__ void sampleCube(cudaTextureObject_t t, const float3* directions, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = texCubemap<float>(t, directions[i].x, directions[i].y, directions[i].z);
}
__global__ void gather(cudaTextureObject_t t, float4* out) { *out = tex2Dgather<float4>(t, 1.0f, 1.0f, 0); }

template <class T>
struct Device {
  T* p;
  size_t n;
  explicit Device(size_t n) : n(n) { CHECK(cudaMalloc(&p, n * sizeof(T))); }
  Device(const std::vector<T>& v) : Device(v.size()) {
    CHECK(cudaMemcpy(p, v.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> get() const {
    std::vector<T> v(n);
    CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
  ~Device() { cudaFree(p); }
};

cudaTextureObject_t make(const cudaResourceDesc& r, cudaTextureFilterMode filter, cudaTextureAddressMode address,
                         int normalized, cudaTextureReadMode read = cudaReadModeElementType) {
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = address;
  d.filterMode = filter;
  d.readMode = read;
  d.normalizedCoords = normalized;
  cudaTextureObject_t t = 0;
  CHECK(cudaCreateTextureObject(&t, &r, &d, NULL));
  return t;
}

cudaResourceDesc ofArray(cudaArray_t a) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  return r;
}

std::vector<float> run1D(cudaArray_t a, cudaTextureFilterMode filter, cudaTextureAddressMode address, int normalized,
                         const std::vector<float>& x) {
  cudaTextureObject_t t = make(ofArray(a), filter, address, normalized);
  Device<float> dx(x), out(x.size());
  sample1D<<<1, 64>>>(t, dx.p, out.p, (int)x.size());
  CHECK(cudaGetLastError());
  std::vector<float> got = out.get();
  CHECK(cudaDestroyTextureObject(t));
  return got;
}

void oneDimension() {
  std::vector<float> texels = {10, 20, 30, 40};
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&a, &f, 4));
  CHECK(cudaMemcpy2DToArray(a, 0, 0, texels.data(), 16, 16, 1, cudaMemcpyHostToDevice));
  std::vector<float> x = {-1, 0, 0.5f, 1, 1.25f, 2, 3.5f, 4, 7};
  EXPECT(run1D(a, cudaFilterModePoint, cudaAddressModeClamp, 0, x) ==
         (std::vector<float>{10, 10, 10, 20, 20, 30, 40, 40, 40}));
  EXPECT(run1D(a, cudaFilterModePoint, cudaAddressModeBorder, 0, x) ==
         (std::vector<float>{0, 10, 10, 20, 20, 30, 40, 0, 0}));
  EXPECT(run1D(a, cudaFilterModeLinear, cudaAddressModeClamp, 0, x) ==
         (std::vector<float>{10, 10, 10, 15, 17.5f, 25, 40, 40, 40}));
  EXPECT(run1D(a, cudaFilterModeLinear, cudaAddressModeBorder, 0, x) ==
         (std::vector<float>{0, 5, 10, 15, 17.5f, 25, 40, 20, 0}));
  std::vector<float> u = {-0.375f, 0.125f, 0.375f, 1.125f, 1.375f, 2.625f};
  EXPECT(run1D(a, cudaFilterModePoint, cudaAddressModeWrap, 1, u) == (std::vector<float>{30, 10, 20, 10, 20, 30}));
  EXPECT(run1D(a, cudaFilterModePoint, cudaAddressModeMirror, 1, u) == (std::vector<float>{20, 10, 20, 40, 30, 30}));
  EXPECT(run1D(a, cudaFilterModeLinear, cudaAddressModeWrap, 1, {0.0f, 1.0f}) == (std::vector<float>{25, 25}));
  CHECK(cudaFreeArray(a));
}

void twoDimensions() {
  // The weights have 8 fractional bits: 1/512 rounds to a multiple of 1/256.
  const int w = 3, h = 2;
  std::vector<float> texels = {0, 256, 512, 1024, 1280, 1536};
  float* pitched;
  size_t pitch;
  CHECK(cudaMallocPitch(&pitched, &pitch, w * sizeof(float), h));
  CHECK(cudaMemcpy2D(pitched, pitch, texels.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = pitched;
  r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  r.res.pitch2D.width = w;
  r.res.pitch2D.height = h;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureObject_t t = make(r, cudaFilterModeLinear, cudaAddressModeClamp, 0);
  std::vector<float2> at = {{0.5f, 0.5f}, {1.0f, 0.5f}, {1.5f, 1.0f}, {0.75f, 1.25f}, {9, 9}};
  Device<float2> dat(at);
  Device<float> out(at.size());
  sample2D<<<1, 32>>>(t, dat.p, out.p, (int)at.size());
  EXPECT(out.get() == (std::vector<float>{0, 128, 768, 832, 1536}));
  Device<float4> four(1);
  gather<<<1, 1>>>(t, four.p);
  float4 g = four.get()[0];
  EXPECT(g.x == 1024 && g.y == 1280 && g.z == 256 && g.w == 0);
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFree(pitched));
}

void threeDimensions() {
  const int w = 4, h = 3, d = 2;
  std::vector<float> texels(w * h * d);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = (float)i;
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  CHECK(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d)));
  cudaMemcpy3DParms p;
  memset(&p, 0, sizeof p);
  p.srcPtr = make_cudaPitchedPtr(texels.data(), w * sizeof(float), w, h);
  p.dstArray = a;
  p.extent = make_cudaExtent(w, h, d);
  p.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&p));
  cudaTextureObject_t t = make(ofArray(a), cudaFilterModeLinear, cudaAddressModeClamp, 0);
  Device<float> out(texels.size());
  sample3D<<<1, dim3(w, h, d)>>>(t, out.p, w, h, d);
  EXPECT(out.get() == texels);
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFreeArray(a));
}

void linearMemory() {
  std::vector<int4> v = {make_int4(1, 2, 3, 4), make_int4(-5, 6, 7, 8)};
  Device<int4> d(v);
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = d.p;
  r.res.linear.desc = cudaCreateChannelDesc<int4>();
  r.res.linear.sizeInBytes = 2 * sizeof(int4);
  cudaTextureObject_t t = make(r, cudaFilterModePoint, cudaAddressModeClamp, 0);
  Device<int4> out(4);
  fetchLinear<<<1, 4>>>(t, out.p, 4);
  std::vector<int4> got = out.get();
  EXPECT(got[0].x == 0 && got[1].x == 1 && got[1].w == 4 && got[2].x == -5 && got[2].z == 7 && got[3].y == 0);
  CHECK(cudaDestroyTextureObject(t));
  // A size that is larger than the memory.
  r.res.linear.sizeInBytes = 1000 * sizeof(int4);
  t = make(r, cudaFilterModePoint, cudaAddressModeClamp, 0);
  fetchLinear<<<1, 4>>>(t, out.p, 4);
  got = out.get();
  EXPECT(got[0].x == 0 && got[1].x == 1 && got[2].z == 7);
#ifdef __LOCKSTEP__
  EXPECT(got[3].x == 0 && got[3].y == 0);
#endif
  CHECK(cudaDestroyTextureObject(t));
}

// The filter mode is ignored.
void filteredLinearMemory() {
  Device<float> d(std::vector<float>{10, 20, 30, 40});
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = d.p;
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = 4 * sizeof(float);
  cudaTextureObject_t t = make(r, cudaFilterModeLinear, cudaAddressModeClamp, 0);
  Device<float> x(std::vector<float>{0.5f, 1.25f, 2, 2.75f}), out(4);
  sample1D<<<1, 4>>>(t, x.p, out.p, 4);
  EXPECT(out.get() == (std::vector<float>{10, 20, 30, 30}));
  CHECK(cudaDestroyTextureObject(t));
}

void normalisedReads() {
  const int w = 2, h = 1;
  std::vector<uchar4> pixels = {make_uchar4(0, 255, 51, 102), make_uchar4(255, 0, 153, 204)};
  cudaArray_t a;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<uchar4>();
  CHECK(cudaMallocArray(&a, &f, w, h));
  CHECK(cudaMemcpy2DToArray(a, 0, 0, pixels.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  cudaTextureObject_t t = make(ofArray(a), cudaFilterModePoint, cudaAddressModeClamp, 0, cudaReadModeNormalizedFloat);
  Device<float4> out(2);
  readColours<<<1, dim3(2, 1)>>>(t, out.p, w, h);
  std::vector<float4> got = out.get();
  EXPECT(got[0].x == 0 && got[0].y == 1 && fabsf(got[0].z - 0.2f) < 1e-6f && fabsf(got[1].w - 0.8f) < 1e-6f);
  // Integers cannot be filtered, and 32-bit integers cannot be normalised.
  cudaTextureDesc d;
  memset(&d, 0, sizeof d);
  d.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t none;
  cudaResourceDesc r = ofArray(a);
  EXPECT(cudaCreateTextureObject(&none, &r, &d, NULL) != cudaSuccess);
  cudaGetLastError();
  CHECK(cudaDestroyTextureObject(t));
  CHECK(cudaFreeArray(a));
}

void layersAndFaces() {
  const int n = 2;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  std::vector<float> texels(n * n * 6);
  for (size_t i = 0; i < texels.size(); ++i) texels[i] = (float)i;
  for (unsigned flags : {cudaArrayLayered, cudaArrayCubemap}) {
    cudaArray_t a;
    CHECK(cudaMalloc3DArray(&a, &f, make_cudaExtent(n, n, 6), flags));
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    p.srcPtr = make_cudaPitchedPtr(texels.data(), n * sizeof(float), n, n);
    p.dstArray = a;
    p.extent = make_cudaExtent(n, n, 6);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
    cudaTextureObject_t t = make(ofArray(a), cudaFilterModePoint, cudaAddressModeClamp, flags == cudaArrayCubemap);
    Device<float> out(6);
    if (flags == cudaArrayLayered) {
      sampleLayers<<<1, 32>>>(t, out.p, 6);
      EXPECT(out.get() == (std::vector<float>{1, 5, 9, 13, 17, 21}));
    } else {
      // Near the upper left corner of each face: +x -x +y -y +z -z.
      std::vector<float3> directions = {{1, 0.5f, 0.5f},  {-1, 0.5f, -0.5f}, {-0.5f, 1, -0.5f},
                                        {-0.5f, -1, 0.5f}, {-0.5f, 0.5f, 1},  {0.5f, 0.5f, -1}};
      Device<float3> dd(directions);
      sampleCube<<<1, 32>>>(t, dd.p, out.p, 6);
      EXPECT(out.get() == (std::vector<float>{0, 4, 8, 12, 16, 20}));
    }
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(a));
  }
}

int main() {
  oneDimension();
  twoDimensions();
  threeDimensions();
  linearMemory();
  filteredLinearMemory();
  normalisedReads();
  layersAndFaces();
  printf("ok\n");
  return 0;
}
