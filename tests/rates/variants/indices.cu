// wrong indices of the classical kinds
#include <cstdio>
#include <vector>
__global__ void overflow(float* a, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[DEFECT == 1 ? i * stride : i] = 1;  // defect1: out-of-bounds-global|wild-pointer
}
__global__ void reverse(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if DEFECT == 2
  if (i < n) out[i] = in[n - i];  // defect2: out-of-bounds-global
#else
  if (i < n) out[i] = in[n - 1 - i];
#endif
}
__global__ void uns(const float* in, float* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#if DEFECT == 3
  if (i < n) out[i] = in[i - 1] + in[i];  // defect3: out-of-bounds-global|wild-pointer
#else
  if (i < n) out[i] = (i ? in[i - 1] : 0) + in[i];
#endif
}
__global__ void transpose(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
#if DEFECT == 4
  if (x < w && y < h) out[x * w + y] = in[y * w + x];  // defect4: out-of-bounds-global|race-global
#else
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
#endif
}
__global__ void strided(float* a, int n) {
#if DEFECT == 5
  for (int i = threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += 1;  // defect5: lost-update|race-global
#else
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] += 1;
#endif
}
__global__ void lookup(const unsigned char* key, const float* table, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[key[i]];  // defect6: out-of-bounds-global
}
__global__ void argmax(const float* a, int n, int* best) {
  __shared__ int idx[64];
  int t = threadIdx.x; idx[t] = t;
  for (int i = t; i < n; i += 64) if (a[i] > a[idx[t]]) idx[t] = i;
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
#if DEFECT == 7
    if (t <= d && a[idx[t + d]] > a[idx[t]]) idx[t] = idx[t + d];  // defect7: out-of-bounds-shared|race-shared
#else
    if (t < d && a[idx[t + d]] > a[idx[t]]) idx[t] = idx[t + d];
#endif
    __syncthreads();
  }
  if (t == 0) *best = idx[0];
}
int main() {
  const int w = 60, h = 45, n = w * h; std::vector<float> v(n, 1.f); float *a, *b, *tab; int* best; unsigned char* key;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&tab, 200 * 4); cudaMemset(tab, 0, 800); cudaMalloc(&best, 4); cudaMalloc(&key, n); cudaMemset(key, DEFECT == 6 ? 210 : 3, n);
  cudaMemcpy(a, v.data(), n * 4, cudaMemcpyHostToDevice); cudaMemset(b, 0, n * 4);
  overflow<<<(n + 127) / 128, 128>>>(a, n, 1 << 20);
  reverse<<<(n + 127) / 128, 128>>>(a, b, n); uns<<<(n + 127) / 128, 128>>>(a, b, n);
  transpose<<<dim3(8, 6), dim3(8, 8)>>>(a, b, w, h); strided<<<4, 64>>>(a, n); lookup<<<(n + 127) / 128, 128>>>(key, tab, b, n); argmax<<<1, 64>>>(a, n, best);
  int r; cudaMemcpy(&r, best, 4, cudaMemcpyDeviceToHost); printf("%d\n", r);
  cudaFree(a); cudaFree(b); cudaFree(tab); cudaFree(best); cudaFree(key);
}
