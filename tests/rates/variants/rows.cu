// Arrays of arrays in every kind of memory.
#include <cstdio>
#define N 16
__constant__ float coef[3][3] = {{0, 1, 0}, {1, -4, 1}, {0, 1, 0}};
__device__ int table[4][8];
struct Params { int lut[4][4]; float w[3]; int last; };
__global__ void blur(const float* in, float* out, int* sel, Params p) {
  __shared__ float t[N][N];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * N + x];
  if (x < 8 && y < 4) table[y][x] = 1;
  __syncthreads();
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
#if DEFECT == 1
      s += coef[dy + 1][dx + 1] * t[(y + dy) & (N - 1)][x + dx];  // defect1: out-of-bounds-shared|out-of-bounds-member
#elif DEFECT == 2
      s += coef[dy + 1][dx + 2] * t[(y + dy) & (N - 1)][(x + dx) & (N - 1)];  // defect2: out-of-bounds-variable|out-of-bounds-member
#else
      s += coef[dy + 1][dx + 1] * t[(y + dy) & (N - 1)][(x + dx) & (N - 1)];
#endif
    }
  int local[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) local[i][j] = i * j;
#if DEFECT == 3
  s += local[y % 3][x % 5];  // defect3: out-of-bounds-local|out-of-bounds-member
#else
  s += local[y % 3][x % 4];
#endif
#if DEFECT == 4
  s += p.lut[x % 3][y % 6];  // defect4: out-of-bounds-member|out-of-bounds-local
#else
  s += p.lut[x % 3][y % 4];
#endif
#if DEFECT == 5
  s += table[y % 3][x % 9];  // defect5: out-of-bounds-variable|out-of-bounds-member
#endif
#if DEFECT == 6
  s += p.w[x % 4];  // defect6: out-of-bounds-member|out-of-bounds-local
#endif
  out[y * N + x] = s;
  if (sel) sel[0] = 1;
}
int main() {
  float h[N * N], *in, *out; Params p = {};
  for (int i = 0; i < N * N; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  blur<<<1, dim3(N, N)>>>(in, out, nullptr, p);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%f\n", h[5]); cudaFree(in); cudaFree(out);
}
