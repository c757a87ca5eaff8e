// Copies to and from buffers of the host of every kind.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <memory>
#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
__constant__ float c_w[8];
static float weights[5];
__global__ void k(float* a, int n) { int i = threadIdx.x; if (i < n) a[i] = 2 * i + c_w[i % 8]; }
int main() {
  const int n = 64;
  float *d; CHECK(cudaMalloc(&d, n * sizeof(float)));
  float stack[n]; float* heap = (float*)malloc(n * sizeof(float)); std::vector<float> v(n); auto u = std::make_unique<float[]>(n); float* nw = new float[n];
  for (int i = 0; i < n; ++i) stack[i] = heap[i] = i;
#if DEFECT == 1
  CHECK(cudaMemcpyToSymbol(c_w, weights, sizeof(c_w)));  // defect1: copy-out-of-bounds
#else
  CHECK(cudaMemcpyToSymbol(c_w, weights, sizeof(weights)));
  float z[3] = {}; CHECK(cudaMemcpyToSymbol(c_w, z, sizeof z, sizeof(weights)));
#endif
  CHECK(cudaMemcpy(d, stack, n * 4, cudaMemcpyHostToDevice));
  k<<<1, 64>>>(d, n);
#if DEFECT == 2
  float part[n / 2]; CHECK(cudaMemcpy(part, d, n * 4, cudaMemcpyDeviceToHost));  // defect2: copy-out-of-bounds
#elif DEFECT == 3
  float* small = (float*)malloc(n); CHECK(cudaMemcpy(small, d, n * 4, cudaMemcpyDeviceToHost));  // defect3: copy-out-of-bounds
#elif DEFECT == 4
  std::vector<float> w; w.reserve(n / 2); w.resize(n / 2); CHECK(cudaMemcpy(w.data(), d, n * 4, cudaMemcpyDeviceToHost));  // defect4: copy-out-of-bounds
#elif DEFECT == 5
  CHECK(cudaMemcpy(heap + 1, d, n * 4, cudaMemcpyDeviceToHost));  // defect5: copy-out-of-bounds
#elif DEFECT == 6
  CHECK(cudaMemcpyAsync(d, v.data() + n / 2, n * 4, cudaMemcpyHostToDevice)); cudaDeviceSynchronize();  // defect6: copy-out-of-bounds
#elif DEFECT == 7
  float r; CHECK(cudaMemcpy(&r, d, 2 * sizeof(float), cudaMemcpyDeviceToHost));  // defect7: copy-out-of-bounds
#elif DEFECT == 8
  std::vector<float> rows(5 * 5); CHECK(cudaMemcpy2D(rows.data(), 5 * 4, d, 8 * 4, 5 * 4, 6, cudaMemcpyDeviceToHost));  // defect8: copy-out-of-bounds
#endif
  CHECK(cudaMemcpy(heap, d, n * 4, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(v.data(), d, n * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(u.get(), d, n * 4, cudaMemcpyDeviceToHost)); CHECK(cudaMemcpy(nw, d, n * 4, cudaMemcpyDeviceToHost));
  v.insert(v.end(), 100, 1.f); CHECK(cudaMemcpy(v.data() + 100, d, n * 4, cudaMemcpyDeviceToHost));
  float* again = (float*)realloc(heap, 2 * n * 4); CHECK(cudaMemcpy(again + n, d, n * 4, cudaMemcpyDeviceToHost)); free(again);
  delete[] nw; nw = new float[3 * n]; CHECK(cudaMemcpy(nw + 2 * n, d, n * 4, cudaMemcpyDeviceToHost));
  printf("%f\n", v[3]); delete[] nw;
  CHECK(cudaFree(d));
}
