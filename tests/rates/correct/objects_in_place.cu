#include <cstdio>
#include <cuda_runtime.h>
struct Cell {
  char alive; int age; double energy;
  __device__ __forceinline__ void born() { alive = 1; age = 0; energy = 1; }
  __device__ void step() { if (alive) { ++age; energy *= .9; } }
};
struct Pool { Cell* cells; int n; };
class Account { char grade; long long cents; public: __device__ Account(char g, long long c) : grade(g), cents(c) {} __host__ __device__ long long total() const { return cents; } };
__device__ __forceinline__ void put(char* c, char v) { *c = v; }
__device__ void setLevel(Cell& c, int v) { c.age = v; }
__global__ void one(Cell* c) { c->born(); setLevel(*c, 3); }
__global__ void life(Pool pool) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < pool.n) { Cell* c = pool.cells + i; c->born(); c->step(); if (i > 1000) put(&c->alive, 0); }
}
__global__ void place(Account* a, int n) { int i = threadIdx.x; if (i < n) new (a + i) Account('a' + i % 3, 100 * i); }
__global__ void placeOne(Account* a) { new (a) Account('z', 1); }
__global__ void pack(Cell* out, const Cell* in, Account* x, const Account* y, int n) { int i = threadIdx.x; if (i < n) { out[i] = in[i]; x[i] = y[i]; } }
int main() {
  const int n = 32; Pool p{nullptr, n}; Cell *c, *single; Account *a, *b;
  cudaMalloc(&p.cells, n * sizeof(Cell)); cudaMalloc(&c, n * sizeof(Cell)); cudaMalloc(&single, sizeof(Cell)); cudaMalloc(&a, n * sizeof(Account)); cudaMalloc(&b, n * sizeof(Account));
  one<<<1, 1>>>(single); life<<<1, 32>>>(p); place<<<1, n>>>(a, n); placeOne<<<1, 1>>>(a); pack<<<1, n>>>(c, p.cells, b, a, n);
  Cell h[n], s; char raw[n * sizeof(Account)];
  cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(&s, single, sizeof s, cudaMemcpyDeviceToHost); cudaMemcpy(raw, b, sizeof raw, cudaMemcpyDeviceToHost);
  printf("%g %d %lld\n", h[3].energy, s.age, ((Account*)raw)[4].total());
  cudaFree(p.cells); cudaFree(c); cudaFree(single); cudaFree(a); cudaFree(b);
}
