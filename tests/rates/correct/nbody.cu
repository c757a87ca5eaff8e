// All-pairs gravity with tiles of bodies in dynamic shared memory.
#include <cmath>
#include <cstdio>
#include <vector>
__device__ float3 bodyBody(float4 bi, float4 bj, float3 ai) {
  float3 r = make_float3(bj.x - bi.x, bj.y - bi.y, bj.z - bi.z);
  float d = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float s = bj.w * rsqrtf(d * d * d);
  ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
  return ai;
}
__global__ void integrate(const float4 *old, float4 *now, float4 *vel, int n, float dt) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 mine = i < n ? old[i] : make_float4(0, 0, 0, 0);
  float3 a = {0, 0, 0};
  for (int base = 0; base < n; base += blockDim.x) {
    int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? old[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k) a = bodyBody(mine, tile[k], a);
    __syncthreads();
  }
  if (i >= n) return;
  float4 v = vel[i];
  v.x += a.x * dt; v.y += a.y * dt; v.z += a.z * dt;
  mine.x += v.x * dt; mine.y += v.y * dt; mine.z += v.z * dt;
  now[i] = mine;
  vel[i] = v;
}
int main() {
  const int n = 150;
  std::vector<float4> p(n), v(n, make_float4(0, 0, 0, 0));
  for (int i = 0; i < n; ++i) p[i] = make_float4(cosf(i), sinf(i * 1.3f), cosf(i * 0.7f), 1.0f / n);
  float4 *a, *b, *dv;
  cudaMalloc(&a, n * sizeof(float4)); cudaMalloc(&b, n * sizeof(float4)); cudaMalloc(&dv, n * sizeof(float4));
  cudaMemcpy(a, p.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, v.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  for (int s = 0; s < 4; ++s) {
    integrate<<<(n + 63) / 64, 64, 64 * sizeof(float4)>>>(a, b, dv, n, 0.01f);
    float4 *t = a; a = b; b = t;
  }
  cudaMemcpy(p.data(), a, n * sizeof(float4), cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b); cudaFree(dv);
  double x = 0;
  for (auto &q : p) x += q.x;
  printf("%f\n", x);
  return !(x == x);
}
