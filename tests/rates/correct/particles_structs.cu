// Structs with padding and bit fields, member functions, copies of whole structs in shared memory.
#include <cstdio>
#include <vector>
struct Vec { float x, y, z; __host__ __device__ Vec operator+(Vec o) const { return {x + o.x, y + o.y, z + o.z}; } __host__ __device__ Vec operator*(float f) const { return {x * f, y * f, z * f}; } };
struct Particle {
  char kind;
  double mass;
  Vec position, velocity;
  unsigned alive : 1, age : 15, group : 16;
  short history[3];
  __device__ void advance(float dt) {
    position = position + velocity * dt;
    history[age % 3] = short(age);
    age = age + 1;
    if (position.x > 1) alive = 0;
  }
};
__global__ void simulate(Particle *p, int n, float dt) {
  __shared__ Particle s[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n) s[threadIdx.x] = p[i];
  __syncthreads();
  if (i < n) {
    Particle q = s[(threadIdx.x + 1) % 32 + 0 < 32 && i + 1 < n ? threadIdx.x : threadIdx.x];
    for (int k = 0; k < 5; ++k) q.advance(dt);
    p[i] = q;
  }
}
int main() {
  const int n = 75;
  std::vector<Particle> h(n);
  for (int i = 0; i < n; ++i) {
    h[i].kind = 'a'; h[i].mass = i; h[i].position = {i * 0.01f, 0, 0}; h[i].velocity = {1, 2, 3};
    h[i].alive = 1; h[i].age = 0; h[i].group = i;
    for (short &x : h[i].history) x = 0;
  }
  Particle *d;
  cudaMalloc(&d, n * sizeof(Particle));
  cudaMemcpy(d, h.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
  simulate<<<(n + 31) / 32, 32>>>(d, n, 0.1f);
  cudaMemcpy(h.data(), d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  cudaFree(d);
  int alive = 0;
  for (auto &p : h) alive += p.alive;
  printf("%d alive, age %u\n", alive, h[0].age);
  return h[0].age != 5 || h[3].group != 3;
}
