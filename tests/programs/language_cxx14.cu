// C++14 in device code: the oldest supported standard.
// flags: -std=c++14

#include <cuda_runtime.h>

#include <cstdio>

template <class T>
constexpr T kPi = T(3.1415926535897932385L);

template <class F>
__global__ void apply(int* out, F f) {
  out[threadIdx.x] = f(int(threadIdx.x));
}

struct Steps {
  int size;
  constexpr __host__ __device__ explicit Steps(int size) : size(size) {}
  __host__ __device__ int operator()(int x) const {
    auto doubled = [step = size](auto value) { return value * step; };
    return doubled(x) + static_cast<int>(kPi<float>);
  }
};

__device__ constexpr int Fibonacci(int n) {
  int a = 0, b = 1;
  for (int i = 0; i < n; ++i) {
    const int next = a + b;
    a = b;
    b = next;
  }
  return a;
}

__global__ void fibonacci(int* out) {
  constexpr int tenth = Fibonacci(10);
  out[0] = tenth + 0b101 + 1'000;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  apply<<<1, 32>>>(out, Steps(3));
  bool right = cudaDeviceSynchronize() == cudaSuccess && out[31] == 96;
  fibonacci<<<1, 1>>>(out);
  right = right && cudaDeviceSynchronize() == cudaSuccess && out[0] == 1060;
  std::puts(right ? "ok" : "wrong");
  return !right;
}
