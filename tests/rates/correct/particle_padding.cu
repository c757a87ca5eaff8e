#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
struct Particle { char kind; double mass; float x, y, z; short cell; };
struct Pair { bool set; long long key; int value; };
__global__ void init(Particle* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle& q = p[i];
  q.kind = i % 3; q.mass = 1.0 + i; q.x = i; q.y = 2 * i; q.z = 0; q.cell = i % 16;
}
__global__ void shuffleAround(Particle* out, const Particle* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];
}
__global__ void tiled(Particle* out, const Particle* in, int n) {
  __shared__ Particle tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  int j = blockIdx.x * 64 + 63 - threadIdx.x;
  if (j < n && 63 - threadIdx.x < 64) out[j] = tile[63 - threadIdx.x];
}
__global__ void swapPairs(Particle* p, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n) { Particle t = p[i]; p[i] = p[i + 1]; p[i + 1] = t; }
}
__global__ void scale(Particle* p, Pair* pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { Particle q = p[i]; q.mass *= 2; q.x += 1; p[i] = q; Pair r; r.set = true; r.key = i; r.value = q.cell; pairs[i] = r; }
}
int main() {
  const int n = 128;
  Particle *a, *b; Pair* pairs;
  cudaMalloc(&a, n * sizeof(Particle)); cudaMalloc(&b, n * sizeof(Particle)); cudaMalloc(&pairs, n * sizeof(Pair));
  init<<<2, 64>>>(a, n); shuffleAround<<<2, 64>>>(b, a, n); tiled<<<2, 64>>>(a, b, n); swapPairs<<<1, 64>>>(a, n); scale<<<2, 64>>>(a, pairs, n);
  std::vector<Particle> h(n); std::vector<Pair> hp(n);
  cudaMemcpy(h.data(), a, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  cudaMemcpy(hp.data(), pairs, n * sizeof(Pair), cudaMemcpyDeviceToHost);
  double sum = 0; for (auto& p : h) sum += p.mass; for (auto& p : hp) sum += p.key;
  printf("%g\n", sum);
  cudaFree(a); cudaFree(b); cudaFree(pairs);
}
