// One allocation for arrays of several types, each at a multiple of its alignment.
#include <cstdint>
struct Particles {
  unsigned char* kind;
  float* x;
  double* mass;
};
__global__ void move(Particles p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && p.kind[i] == 0) p.x[i] += float(p.mass[i]);
}
template <class T>
T* take(unsigned char* arena, std::size_t& used, int n) {
  used = (used + alignof(T) - 1) / alignof(T) * alignof(T);
  T* at = reinterpret_cast<T*>(arena + used);
  used += n * sizeof(T);
  return at;
}
int main() {
  const int n = 101;
  unsigned char* arena;
  std::size_t used = 0;
  cudaMalloc(&arena, n * 16);
  cudaMemset(arena, 0, n * 16);
  Particles p;
  p.kind = take<unsigned char>(arena, used, n);
  p.x = take<float>(arena, used, n);
  p.mass = take<double>(arena, used, n);
  move<<<1, 128>>>(p, n);
  cudaDeviceSynchronize();
  cudaFree(arena);
}
