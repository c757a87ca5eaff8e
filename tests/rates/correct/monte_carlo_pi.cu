// Pi with cuRAND's device generators; states are kept between two kernels.
#include <curand_kernel.h>
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void setup(curandState *state, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);
}
__global__ void count(curandState *state, unsigned *hits, int tries) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = state[id];
  unsigned c = 0;
  for (int i = 0; i < tries; ++i) {
    float x = curand_uniform(&local), y = curand_uniform(&local);
    if (x * x + y * y <= 1.0f) ++c;
  }
  state[id] = local;
  hits[id] += c;
}
__global__ void gaussians(float2 *out, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandStatePhilox4_32_10_t s;
  curand_init(7, id, 0, &s);
  if (id < n) out[id] = curand_normal2(&s);
}
int main() {
  const int n = 256, tries = 100;
  curandState *s; unsigned *d; float2 *g;
  cudaMalloc(&s, n * sizeof(curandState)); cudaMalloc(&d, n * sizeof(unsigned)); cudaMalloc(&g, n * sizeof(float2));
  cudaMemset(d, 0, n * sizeof(unsigned));
  setup<<<4, 64>>>(s, 1234);
  count<<<4, 64>>>(s, d, tries);
  count<<<4, 64>>>(s, d, tries);
  gaussians<<<4, 64>>>(g, n);
  std::vector<unsigned> h(n);
  std::vector<float2> z(n);
  cudaMemcpy(h.data(), d, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(z.data(), g, n * sizeof(float2), cudaMemcpyDeviceToHost);
  cudaFree(s); cudaFree(d); cudaFree(g);
  double total = 0, mean = 0;
  for (unsigned x : h) total += x;
  for (auto &p : z) mean += p.x + p.y;
  double pi = 4 * total / (n * 2.0 * tries);
  printf("%f %f\n", pi, mean / n);
  return std::fabs(pi - 3.14159) > 0.1;
}
