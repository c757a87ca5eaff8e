// sparse, kmeans and Monte Carlo on one stream with host callbacks between
#include <cstdio>
#include <vector>
#include <curand_kernel.h>
__global__ void seedAll(curandState* s, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) curand_init(42, i, 0, &s[i]); }
__global__ void pi(curandState* s, int* hits, int rounds, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
#if DEFECT == 1
  curandState* mine = &s[threadIdx.x];  // defect1: race-global
#else
  curandState* mine = &s[i];
#endif
  curandState local = *mine; int c = 0;  // defect1: race-global defect2: uninitialized-global
  for (int r = 0; r < rounds; ++r) { float x = curand_uniform(&local), y = curand_uniform(&local); c += x * x + y * y < 1; }  // defect2: uninitialized-global
  *mine = local;  // defect1: race-global
  atomicAdd(hits, c);
}
__global__ void assign(const float2* p, const float2* c, int* label, float* sx, float* sy, int* count, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return;
  int best; float bd = 1e30f;
#if DEFECT != 3
  best = 0;
#endif
  for (int j = 0; j < k; ++j) { float dx = p[i].x - c[j].x, dy = p[i].y - c[j].y, d = dx * dx + dy * dy; if (d < bd && d < (DEFECT == 3 ? 0.1f : 1e29f)) { bd = d; best = j; } }
  label[i] = best;  // defect3: uninitialized-local
#if DEFECT == 4
  sx[best] += p[i].x; sy[best] += p[i].y; count[best]++;  // defect4: lost-update|race-global
#else
  atomicAdd(&sx[best], p[i].x); atomicAdd(&sy[best], p[i].y); atomicAdd(&count[best], 1);  // defect3: uninitialized-local
#endif
}
__global__ void update(float2* c, float* sx, float* sy, int* count, int k) {
  int j = threadIdx.x; if (j >= k) return;
  if (count[j]) c[j] = make_float2(sx[j] / count[j], sy[j] / count[j]);
  sx[j] = sy[j] = 0; count[j] = 0;
}
__global__ void spmv(int rows, const int* ptr, const int* col, const float* val, const float* x, float* y) {
  int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float s = 0;
  for (int e = ptr[r] + lane; e < ptr[r + 1]; e += 32) s += val[e] * x[col[e]];  // defect5: out-of-bounds-global
  for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffff, s, d);
  if (lane == 0) y[r] = s;
}
int main() {
  const int n = 300; curandState* s; int *hits, h; cudaMalloc(&s, n * sizeof(curandState)); cudaMalloc(&hits, 4); cudaMemset(hits, 0, 4);
#if DEFECT == 2
  seedAll<<<2, 128>>>(s, n);
#else
  seedAll<<<3, 128>>>(s, n);
#endif
  pi<<<3, 128>>>(s, hits, 20, n); cudaMemcpy(&h, hits, 4, cudaMemcpyDeviceToHost);
  const int k = 4; std::vector<float2> p(n), c(k); for (int i = 0; i < n; ++i) p[i] = make_float2(i % 17, i % 23); for (int j = 0; j < k; ++j) c[j] = p[j * 50];
  float2 *dp, *dc; int *lab, *cnt; float *sx, *sy; cudaMalloc(&dp, n * 8); cudaMalloc(&dc, k * 8); cudaMalloc(&lab, n * 4); cudaMalloc(&cnt, k * 4); cudaMalloc(&sx, k * 4); cudaMalloc(&sy, k * 4);
  cudaMemcpy(dp, p.data(), n * 8, cudaMemcpyHostToDevice); cudaMemcpy(dc, c.data(), k * 8, cudaMemcpyHostToDevice);
  cudaMemset(cnt, 0, k * 4); cudaMemset(sx, 0, k * 4); cudaMemset(sy, 0, k * 4);
  for (int it = 0; it < 3; ++it) { assign<<<3, 128>>>(dp, dc, lab, sx, sy, cnt, n, k); update<<<1, 32>>>(dc, sx, sy, cnt, k); }
  cudaMemcpy(c.data(), dc, k * 8, cudaMemcpyDeviceToHost);
  const int rows = 50; std::vector<int> ptr{0}, col; for (int r = 0; r < rows; ++r) { for (int e = 0; e < r % 7; ++e) col.push_back((r * 3 + e * 5) % (DEFECT == 5 ? rows + 1 : rows)); ptr.push_back(col.size()); }
  std::vector<float> val(col.size(), 1.f), x(rows, 2.f), y(rows);
  int *dptr, *dcol; float *dval, *dx, *dy; cudaMalloc(&dptr, ptr.size() * 4); cudaMalloc(&dcol, col.size() * 4); cudaMalloc(&dval, val.size() * 4); cudaMalloc(&dx, rows * 4); cudaMalloc(&dy, rows * 4);
  cudaMemcpy(dptr, ptr.data(), ptr.size() * 4, cudaMemcpyHostToDevice); cudaMemcpy(dcol, col.data(), col.size() * 4, cudaMemcpyHostToDevice); cudaMemcpy(dval, val.data(), val.size() * 4, cudaMemcpyHostToDevice); cudaMemcpy(dx, x.data(), rows * 4, cudaMemcpyHostToDevice);
  spmv<<<13, 128>>>(rows, dptr, dcol, dval, dx, dy); cudaMemcpy(y.data(), dy, rows * 4, cudaMemcpyDeviceToHost);
  printf("%d %f %f\n", h, c[1].x, y[6]);
  cudaFree(s); cudaFree(hits); cudaFree(dp); cudaFree(dc); cudaFree(lab); cudaFree(cnt); cudaFree(sx); cudaFree(sy); cudaFree(dptr); cudaFree(dcol); cudaFree(dval); cudaFree(dx); cudaFree(dy);
}
