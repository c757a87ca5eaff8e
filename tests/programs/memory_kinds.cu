// Every way to allocate memory and to fill and copy it, each verified by a kernel and by the host.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

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

__constant__ float weights[4];
__constant__ float scale = 2.5f;
__device__ int counters[3] = {10, 20, 30};
__device__ double total;
__managed__ int shared_with_host = 7;
struct Body {
  float x, y;
  int id;
};
__device__ Body bodies[2];

__global__ void add(int* a, int n, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b;
}
__global__ void addRows(char* base, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) ((int*)(base + y * pitch))[x] += 100 * y + x;
}
__global__ void addBox(cudaPitchedPtr box, int w, int h, int d) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < w && y < h && z < d) ((char*)box.ptr)[(z * h + y) * box.pitch + x] = (char)(z * 16 + y * 4 + x);
}
__global__ void useVariables(float* out) {
  int i = threadIdx.x;
  out[i] = weights[i] * scale;
  if (i < 3) atomicAdd(&counters[i], i + 1);
  if (i == 0) {
    total = 0.5;
    shared_with_host *= 6;
    bodies[1].id = bodies[0].id + 1;
  }
}

void linear() {
  const int n = 1000;
  std::vector<int> h(n), back(n);
  std::iota(h.begin(), h.end(), 0);
  int *d, *e;
  CHECK(cudaMalloc(&d, n * sizeof(int)));
  CHECK(cudaMalloc((void**)&e, n * sizeof(int)));
  CHECK(cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add<<<(n + 255) / 256, 256>>>(d, n, 5);
  CHECK(cudaMemcpy(e, d, n * sizeof(int), cudaMemcpyDeviceToDevice));
  CHECK(cudaMemcpy(back.data(), e, n * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < n; ++i) EXPECT(back[i] == i + 5);
  CHECK(cudaMemset(e + 10, 0xff, 40));
  CHECK(cudaMemcpy(back.data(), e, n * sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(back[9] == 14 && back[10] == -1 && back[19] == -1 && back[20] == 25);
  CHECK(cudaFree(d));
  CHECK(cudaFree(e));
}

void rowsAndBoxes() {
  const int w = 5, h = 3;
  char* base;
  size_t pitch;
  CHECK(cudaMallocPitch(&base, &pitch, w * sizeof(int), h));
  EXPECT(pitch >= w * sizeof(int));
  CHECK(cudaMemset2D(base, pitch, 0, w * sizeof(int), h));
  addRows<<<1, dim3(8, 4)>>>(base, pitch, w, h);
  int back[h][w];
  CHECK(cudaMemcpy2D(back, sizeof back[0], base, pitch, sizeof back[0], h, cudaMemcpyDeviceToHost));
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) EXPECT(back[y][x] == 100 * y + x);
  CHECK(cudaFree(base));

  cudaPitchedPtr box;
  CHECK(cudaMalloc3D(&box, make_cudaExtent(4, 4, 2)));
  addBox<<<1, dim3(4, 4, 2)>>>(box, 4, 4, 2);
  char bytes[2][4][4];
  cudaMemcpy3DParms p = {};
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(bytes, 4, 4, 4);
  p.extent = make_cudaExtent(4, 4, 2);
  p.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3D(&p));
  for (int i = 0; i < 32; ++i) EXPECT((&bytes[0][0][0])[i] == i);
  CHECK(cudaFree(box.ptr));
}

void hostMemory() {
  int *pinned, *mapped, *seen, *managed;
  std::vector<int> pageable(64, 3);
  CHECK(cudaMallocHost(&pinned, 64 * sizeof(int)));
  CHECK(cudaHostAlloc(&mapped, 64 * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaMallocManaged(&managed, 64 * sizeof(int)));
  CHECK(cudaHostGetDevicePointer(&seen, mapped, 0));
  for (int i = 0; i < 64; ++i) pinned[i] = mapped[i] = managed[i] = i;
  add<<<1, 64>>>(seen, 64, 1);
  add<<<1, 64>>>(managed, 64, 2);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 64; ++i) EXPECT(mapped[i] == i + 1 && managed[i] == i + 2);
  CHECK(cudaMemPrefetchAsync(managed, 64 * sizeof(int), cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));
  CHECK(cudaMemcpy(managed, pinned, 64 * sizeof(int), cudaMemcpyHostToDevice));
  add<<<1, 64>>>(managed, 64, 3);
  CHECK(cudaDeviceSynchronize());
  EXPECT(managed[63] == 66);
  CHECK(cudaHostRegister(pageable.data(), 64 * sizeof(int), cudaHostRegisterDefault));
  CHECK(cudaHostGetDevicePointer(&seen, pageable.data(), 0));
  add<<<1, 64>>>(seen, 64, 4);
  CHECK(cudaDeviceSynchronize());
  EXPECT(pageable[0] == 7);
  CHECK(cudaHostUnregister(pageable.data()));
  cudaPointerAttributes a;
  CHECK(cudaPointerGetAttributes(&a, managed + 1));
  EXPECT(a.type == cudaMemoryTypeManaged);
  CHECK(cudaPointerGetAttributes(&a, pinned));
  EXPECT(a.type == cudaMemoryTypeHost && a.hostPointer == pinned);
  CHECK(cudaFree(managed));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFreeHost(mapped));
}

void symbols() {
  const float w[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
  const Body first = {1.0f, 2.0f, 41};
  CHECK(cudaMemcpyToSymbol(bodies, &first, sizeof first, 0, cudaMemcpyHostToDevice));
  float* out;
  CHECK(cudaMalloc(&out, sizeof w));
  useVariables<<<1, 4>>>(out);
  CHECK(cudaDeviceSynchronize());
  float got[4];
  CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT(got[0] == 2.5f && got[3] == 10.0f);
  int c[3];
  CHECK(cudaMemcpyFromSymbol(c, counters, sizeof c));
  EXPECT(c[0] == 11 && c[1] == 22 && c[2] == 33);
  double t;
  CHECK(cudaMemcpyFromSymbol(&t, total, sizeof t));
  EXPECT(t == 0.5);
  EXPECT(shared_with_host == 42);
  Body second;
  CHECK(cudaMemcpyFromSymbol(&second, bodies, sizeof second, sizeof second));
  EXPECT(second.id == 42);
  void* address;
  size_t size;
  CHECK(cudaGetSymbolAddress(&address, counters));
  CHECK(cudaGetSymbolSize(&size, counters));
  EXPECT(size == sizeof c);
  add<<<1, 3>>>((int*)address, 3, 1000);
  CHECK(cudaMemcpyFromSymbol(&c[0], counters, sizeof(int), 2 * sizeof(int)));
  EXPECT(c[0] == 1033);
  CHECK(cudaFree(out));
}

void pools() {
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  int *a, host[32];
  CHECK(cudaMallocAsync(&a, sizeof host, s));
  CHECK(cudaMemsetAsync(a, 0, sizeof host, s));
  add<<<1, 32, 0, s>>>(a, 32, 9);
  CHECK(cudaMemcpyAsync(host, a, sizeof host, cudaMemcpyDeviceToHost, s));
  CHECK(cudaFreeAsync(a, s));
  CHECK(cudaStreamSynchronize(s));
  for (int v : host) EXPECT(v == 9);
  CHECK(cudaStreamDestroy(s));
}

int main() {
  linear();
  rowsAndBoxes();
  hostMemory();
  symbols();
  pools();
  printf("ok\n");
  return 0;
}
