// All headers for device code together, in C++20.
// flags: -std=c++20

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/bit>
#include <cuda/discard_memory>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/stream_ref>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numbers>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_awbarrier_primitives.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <curand_normal.h>
#include <math_constants.h>

#include <algorithm>
#include <concepts>
#include <cstdio>
#include <iostream>
#include <vector>

template <std::floating_point Real>
__device__ Real twice(Real x) {
  return x + x;
}

__global__ void use(double* out, int* whole) {
  __half h(1.5f);
  if (h == __half(1.5f) && h != __half(2.0f) && h < __half(2.0f)) out[0] = (float)(h * h);
  cuda::std::complex<float> z(3, 4);
  z = z * cuda::std::complex<float>(0, 1);
  out[1] = z.real() + cuda::std::abs(z);
  out[2] = cuda::std::sqrt(16.0) + twice(2.0) + CUDART_PI;
  cuda::std::array<int, 4> numbers{4, 3, 2, 1};
  int sum = 0;
  for (int n : numbers) sum += n;
  whole[0] = sum + cuda::std::get<0>(cuda::std::make_tuple(7, 2.0f));
  whole[1] = cuda::std::numeric_limits<int>::max();
  cuda::std::atomic<int>* count = reinterpret_cast<cuda::std::atomic<int>*>(&whole[2]);
  count->fetch_add(5);
  cuDoubleComplex c = cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4));
  cuda::annotated_ptr<int, cuda::access_property::streaming> streamed(whole);
  whole[1] -= (streamed[0] == 17) + (cuda::bit_reverse(1u) == 0x80000000u) + (cuda::std::numbers::pi > 3);
  out[3] = cuCreal(c) + cuCimag(c) + cuCabs(make_cuDoubleComplex(3, 4));
}

int main() {
  double* out;
  int* whole;
  cudaMallocManaged(&out, 4 * sizeof(double));
  cudaMallocManaged(&whole, 3 * sizeof(int));
  whole[2] = 1;
  use<<<1, 1>>>(out, whole);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (out[0] != 2.25 || out[1] != 1 || out[2] < 11.1 || out[2] > 11.2 || out[3] != 10) return printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]), 1;
  if (whole[0] != 17 || whole[1] != 2147483644 || whole[2] != 6) return printf("%d %d %d\n", whole[0], whole[1], whole[2]), 1;
  printf("ok\n");
}
