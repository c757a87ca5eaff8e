#include <cstdio>
#include <cuda_runtime.h>
struct __align__(16) Vec3 {
  float x, y, z;
  __host__ __device__ Vec3() {}
  __host__ __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
  __host__ __device__ Vec3 operator+(const Vec3& o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
  __host__ __device__ Vec3& operator*=(float s) { x *= s; y *= s; z *= s; return *this; }
};
struct alignas(16) Arr3 { float v[3]; __device__ float& operator[](int i) { return v[i]; } };
struct Ray { Vec3 o, d; float t; };
__global__ void rays(Ray* r, Vec3* out, Arr3* arr, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  r[i].o = Vec3(i, 0, 0); r[i].d = Vec3(0, 1, 0); r[i].t = 0.5f;
  for (int k = 0; k < 3; ++k) arr[i][k] = k + i;
  Vec3 p = r[i].o + r[i].d; p *= r[i].t; out[i] = p;
}
__global__ void copyAll(Ray* a, const Ray* b, Vec3* c, const Vec3* d, float4* e, Arr3* x, const Arr3* y, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  a[i] = b[i]; c[i] = d[i]; e[i] = reinterpret_cast<const float4*>(d)[i]; x[i] = y[i];
}
int main() {
  const int n = 64;
  Ray *a, *b; Vec3 *c, *d; float4* e; Arr3 *x, *y;
  cudaMalloc(&a, n * sizeof(Ray)); cudaMalloc(&b, n * sizeof(Ray)); cudaMalloc(&c, n * sizeof(Vec3)); cudaMalloc(&d, n * sizeof(Vec3)); cudaMalloc(&e, n * 16);
  cudaMalloc(&x, n * sizeof(Arr3)); cudaMalloc(&y, n * sizeof(Arr3));
  rays<<<2, 32>>>(b, d, y, n); copyAll<<<2, 32>>>(a, b, c, d, e, x, y, n);
  static Ray h[n]; static Vec3 hv[n]; static float4 he[n]; static Arr3 hx[n];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(hv, c, sizeof hv, cudaMemcpyDeviceToHost);
  cudaMemcpy(he, e, sizeof he, cudaMemcpyDeviceToHost); cudaMemcpy(hx, x, sizeof hx, cudaMemcpyDeviceToHost);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", h[5].t, hv[5].y, he[5].x + hx[4].v[2]);
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d); cudaFree(e); cudaFree(x); cudaFree(y);
}
