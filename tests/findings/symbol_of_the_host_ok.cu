// A device variable by its name, and a local one of an empty class.
#include <cstdio>
#include <type_traits>

__device__ int on_device[4];
int on_host[4];

__global__ void set() { on_device[threadIdx.x] = threadIdx.x; }

template <class Flag>
int Count(Flag flag) {
  return flag ? 1 : 0;
}

int main() {
  int values[4];
  set<<<1, 4>>>();
  cudaMemcpyFromSymbol(values, on_device, sizeof values);
  std::integral_constant<bool, true> flag{};
  std::printf("%d\n", on_host[0] + Count(flag));
}
