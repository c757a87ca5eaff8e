// Kernels whose work is a parameter: lambdas (on the device, on both sides, with captures of all kinds), function objects,
// kernels as template arguments, kernels by their address.
// flags: --extended-lambda

#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("line %d: %s does not hold\n", __LINE__, #condition);   \
      return 1;                                                           \
    }                                                                     \
  } while (0)

template <class Body>
__global__ void for_each(int count, Body body) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}

template <class T, class Body>
__global__ void transform(const T* in, T* out, int count, Body body) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = body(in[i]);
}

struct AddTo {
  int amount;
  __host__ __device__ int operator()(int x) const { return x + amount; }
};

template <class T, int times>
struct Multiply {
  __host__ __device__ T operator()(T x) const { return x * times; }
};

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }
template <class T>
__global__ void set_to(T* out, T value) {
  out[threadIdx.x] = value + 1;
}

template <void (*kernel)(int*, int)>
void Launch(int* out, int value) {
  kernel<<<1, 4>>>(out, value);
}

template <class... Parameters, class... Arguments>
void LaunchAny(void (*kernel)(Parameters...), Arguments&&... arguments) {
  kernel<<<1, 4>>>(std::forward<Arguments>(arguments)...);
}

template <class F>
__host__ __device__ int Apply(F f, int x) {
  return f(x);
}

__global__ void inside(int* out) {
  int local = threadIdx.x;
  auto by_value = [local](int x) { return x + local; };
  auto by_reference = [&local](int x) { local += x; };
  auto generic = [](auto a, auto b) { return a * b; };
  auto recursive = [](auto&& self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
  auto counter = [n = 5]() mutable { return n++; };
  by_reference(10);
  counter();
  out[threadIdx.x] = by_value(1) + local * 100 + int(generic(2.5f, 2)) + recursive(recursive, 10) + counter() +
                     Apply([](int x) { return x * 1000; }, 1);
}

struct Holder {
  int factor = 3;
  void Run(int* out) {
    Holder copy = *this;
    for_each<<<1, 4>>>(4, [=] __device__(int i) { out[i] = copy.factor * i; });
  }
};

int main() {
  int* out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  const int offset = 1000;
  int scale = 3;
  float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};

  for_each<<<2, 64>>>(100, [out, offset, scale] __device__(int i) { out[i] = i * scale + offset; });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[99] == 99 * 3 + 1000);

  for_each<<<1, 4>>>(4, [=] __device__(int i) { out[i] = int(weights[i] * 2); });
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[3] == 7);

  auto both = [=] __host__ __device__(int x) { return x * scale; };
  transform<<<1, 32>>>(out, out + 4, 4, both);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[7] == both(7) && Apply(both, 5) == 15);

  transform<<<1, 32>>>(out, out + 4, 4, AddTo{100});
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[7] == 107);
  transform<<<1, 32>>>(out, out + 4, 4, Multiply<int, 9>{});
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[7] == 63);

  inside<<<1, 4>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[2] == 3 + 1200 + 5 + 55 + 6 + 1000);

  Holder().Run(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[3] == 9);

  Launch<set>(out, 11);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[3] == 11);
  Launch<set_to<int>>(out, 11);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[3] == 12);
  LaunchAny(set, out, 13);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[3] == 13);

  void (*chosen)(int*, int) = scale > 2 ? set_to<int> : set;
  chosen<<<dim3(1), dim3(4)>>>(out, 20);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 21);

  int value = 30;
  void* arguments[] = {&out, &value};
  CHECK(cudaLaunchKernel((const void*)set, dim3(1), dim3(4), arguments, 0, nullptr) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[2] == 30);
  CHECK(cudaLaunchKernel(set_to<int>, dim3(1), dim3(4), arguments) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[2] == 31);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, set_to<int>) == cudaSuccess && attributes.maxThreadsPerBlock >= 256);
  std::puts("ok");
}
