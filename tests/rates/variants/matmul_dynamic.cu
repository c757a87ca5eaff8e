// tiled and register-blocked multiply with float4 loads, dynamic shared memory split in two
#include <cstdio>
#include <vector>
#define TILE 16
__global__ void mm(const float* A, const float* B, float* C, int n) {
  extern __shared__ float mem[];
  float *As = mem, *Bs = mem + TILE * TILE;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float acc = 0;
  for (int k = 0; k < (n + TILE - 1) / TILE; ++k) {
#if DEFECT == 1
    As[ty * TILE + tx] = A[row * n + k * TILE + tx];  // defect1: out-of-bounds-global
#else
    As[ty * TILE + tx] = row < n && k * TILE + tx < n ? A[row * n + k * TILE + tx] : 0;
#endif
    Bs[ty * TILE + tx] = k * TILE + ty < n && col < n ? B[(k * TILE + ty) * n + col] : 0;  // defect4: dynamic-shared
    __syncthreads();
    for (int i = 0; i < TILE; ++i) acc += As[ty * TILE + i] * Bs[i * TILE + tx];  // defect3: race-shared
#if DEFECT != 3
    __syncthreads();
#endif
  }
  if (row < n && col < n) C[row * n + col] = acc;
}
__global__ void scale4(float4* a, int n4, float f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n4) { float4 v = a[i]; v.x *= f; v.y *= f; v.z *= f; v.w *= f; a[i] = v; }  // defect5: misaligned defect6: out-of-bounds-global
}
int main() {
  const int n = 37; std::vector<float> h(n * n, 1.f); float *a, *b, *c;
  cudaMalloc(&a, n * n * 4); cudaMalloc(&b, n * n * 4); cudaMalloc(&c, n * n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  dim3 t(TILE, TILE), g((n + 15) / 16, (n + 15) / 16);
#if DEFECT == 4
  mm<<<g, t, TILE * TILE * sizeof(float)>>>(a, b, c, n);
#else
  mm<<<g, t, 2 * TILE * TILE * sizeof(float)>>>(a, b, c, n);
#endif
#if DEFECT == 5
  scale4<<<2, 256>>>((float4*)(c + 1), (n * n - 1) / 4, 2.f);
#elif DEFECT == 6
  scale4<<<2, 256>>>((float4*)c, (n * n + 3) / 4, 2.f);
#else
  scale4<<<2, 256>>>((float4*)c, n * n / 4, 2.f);
#endif
  cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost); printf("%s\n", h[5] == 2 * n ? "ok" : "FAIL");
  cudaFree(a); cudaFree(b); cudaFree(c);
}
