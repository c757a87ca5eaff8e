// `__shared__` variables of classes whose constructors do something: these do not run, and the kernel gives the values.
#include <cstdio>

#if defined(__NVCC__)
#pragma nv_diag_suppress static_var_with_dynamic_init
#endif

struct Counter {
  Counter() = default;
  __device__ void Reset() { value = 0; }
  __device__ void Add(int number) { atomicAdd(&value, number); }
  int value = 5;
};

template <class Type, int kCount>
struct Sums {
  __device__ void Add(int bin, int number) { bins[bin % kCount].Add(number); }
  Type bins[kCount];
};

template <class Type>
__device__ int Total(int thread) {
  __shared__ Type total;
  if (thread == 0) total.Reset();
  __syncthreads();
  total.Add(thread);
  __syncthreads();
  return total.value;
}

__global__ void Count(int* out) {
  const int thread = threadIdx.x;
  __shared__ Counter all;
  __shared__ alignas(16) Counter bins[2][3];
  __shared__ Sums<Counter, 4> sums;
  if (thread == 0) all.Reset();
  if (thread < 6) bins[thread / 3][thread % 3].Reset();
  if (thread < 4) sums.bins[thread].Reset();
  __syncthreads();
  all.Add(1);
  bins[thread % 2][thread % 3].Add(thread);
  sums.Add(thread, 2);
  __syncthreads();
  if (thread == 0) out[0] = all.value;
  if (thread < 6) out[1 + thread] = bins[thread / 3][thread % 3].value;
  if (thread < 4) out[7 + thread] = sums.bins[thread].value;
  const int total = Total<Counter>(thread);
  if (thread == 0) out[11] = total;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 12 * sizeof(int));
  Count<<<1, 48>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("no launch"), 1;
  bool right = out[0] == 48 && out[11] == 47 * 24;
  for (int bin = 0; bin < 6; ++bin) {
    int sum = 0;
    for (int i = 0; i < 48; ++i) sum += i % 2 == bin / 3 && i % 3 == bin % 3 ? i : 0;
    right &= out[1 + bin] == sum;
  }
  for (int i = 7; i < 11; ++i) right &= out[i] == 24;
  cudaFree(out);
  puts(right ? "ok" : "wrong");
  return right ? 0 : 1;
}
