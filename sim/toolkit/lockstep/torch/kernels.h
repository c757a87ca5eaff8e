// What kernels of extensions use of PyTorch: its macros, types to compute in, atomics for every type of elements, and
// shuffles.
#pragma once

#include <cuda_runtime.h>

#include <limits>
#include <type_traits>

#include "scalar_type.h"

#define C10_HOST __host__
#define C10_DEVICE __device__
#define C10_HOST_DEVICE __host__ __device__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_RESTRICT __restrict__
#define C10_UNUSED [[maybe_unused]]
#define C10_NODISCARD [[nodiscard]]
#define C10_LIKELY(CONDITION) (__builtin_expect(bool(CONDITION), 1))
#define C10_UNLIKELY(CONDITION) (__builtin_expect(bool(CONDITION), 0))
#define C10_WARP_SIZE 32
#define C10_EXPORT
#define C10_API
#define C10_CUDA_API
#define TORCH_API
#define TORCH_CUDA_CU_API
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(THREADS) __launch_bounds__(THREADS)
#define C10_LAUNCH_BOUNDS_2(THREADS, BLOCKS) __launch_bounds__(THREADS, BLOCKS)
#define CUDA_KERNEL_ASSERT(CONDITION) assert(CONDITION)
#define CUDA_KERNEL_LOOP_TYPE(I, COUNT, TYPE)                                        \
  TYPE lockstep_index_##I = TYPE(blockIdx.x) * TYPE(blockDim.x) + TYPE(threadIdx.x); \
  for (TYPE I = lockstep_index_##I; lockstep_index_##I < TYPE(COUNT);                \
       lockstep_index_##I += TYPE(blockDim.x) * TYPE(gridDim.x), I = TYPE(lockstep_index_##I))
#define CUDA_KERNEL_LOOP(I, COUNT) CUDA_KERNEL_LOOP_TYPE(I, COUNT, int)

namespace c10::detail {
template <class T>
constexpr bool kIsSmallFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16> || std::is_same_v<T, __half> ||
                               std::is_same_v<T, __nv_bfloat16>;

// The type of the machine's atomics for elements of type T, or void where there is none.
template <class T>
using AtomicType = std::conditional_t<
    std::is_same_v<T, Half>, __half,
    std::conditional_t<std::is_same_v<T, BFloat16>, __nv_bfloat16,
                       std::conditional_t<std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                              std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>,
                                          T,
                                          std::conditional_t<std::is_integral_v<T> && sizeof(T) == 4,
                                                             std::conditional_t<std::is_signed_v<T>, int, unsigned>,
                                                             std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8,
                                                                                unsigned long long, void>>>>>;

// Replaces *address by combine(*address) in one step, whatever its size, and returns what was there. Elements of one
// and two bytes are replaced with the word that they lie in.
template <class T, class Combine>
__device__ T Update(T* address, Combine combine) {
  using Word = std::conditional_t<sizeof(T) == 8, unsigned long long,
                                  std::conditional_t<sizeof(T) == 2, unsigned short, unsigned>>;
  if constexpr (sizeof(T) == 1) {
    const unsigned shift = unsigned(reinterpret_cast<size_t>(address) & 3) * 8;
    auto* word = reinterpret_cast<unsigned*>(reinterpret_cast<size_t>(address) & ~size_t(3));
    unsigned old = *word, assumed;
    do {
      assumed = old;
      const T next = combine(T((assumed >> shift) & 0xff));
      old = atomicCAS(word, assumed, (assumed & ~(0xffu << shift)) | (unsigned((unsigned char)(next)) << shift));
    } while (old != assumed);
    return T((old >> shift) & 0xff);
  } else {
    auto* word = reinterpret_cast<Word*>(address);
    Word old = *word, assumed;
    do {
      assumed = old;
      T value;
      memcpy(&value, &assumed, sizeof value);
      const T next = combine(value);
      Word wanted;
      memcpy(&wanted, &next, sizeof wanted);
      old = atomicCAS(word, assumed, wanted);
    } while (old != assumed);
    T before;
    memcpy(&before, &old, sizeof before);
    return before;
  }
}
}  // namespace c10::detail

// Of Half, BFloat16, bool and integers of all sizes, too.
template <class T>
__device__ T gpuAtomicAdd(T* address, std::common_type_t<T> value) {
  using Atomic = c10::detail::AtomicType<T>;
  if constexpr (std::is_same_v<T, bool>)
    return c10::detail::Update(address, [=](bool old) { return old || value; });
  else if constexpr (std::is_void_v<Atomic>)
    return c10::detail::Update(address, [=](T old) { return T(old + value); });
  else if constexpr (std::is_integral_v<T>)
    return T(atomicAdd(reinterpret_cast<Atomic*>(address), Atomic(value)));
  else
    return T(atomicAdd(reinterpret_cast<Atomic*>(address), *reinterpret_cast<const Atomic*>(&value)));
}
template <class T>
__device__ void gpuAtomicAddNoReturn(T* address, std::common_type_t<T> value) {
  gpuAtomicAdd(address, value);
}
template <class T>
__device__ T gpuAtomicMul(T* address, std::common_type_t<T> value) {
  return c10::detail::Update(address, [=](T old) { return T(old * value); });
}
template <class T>
__device__ T gpuAtomicMax(T* address, std::common_type_t<T> value) {
  return c10::detail::Update(address, [=](T old) { return old != old || old > value ? old : T(value); });
}
template <class T>
__device__ T gpuAtomicMin(T* address, std::common_type_t<T> value) {
  return c10::detail::Update(address, [=](T old) { return old != old || old < value ? old : T(value); });
}
// PyTorch gives CUDA's own name to the types that it has no atomics for.
#define LOCKSTEP_TORCH_ATOMIC(TYPE) \
  __device__ inline TYPE atomicAdd(TYPE* address, TYPE value) { return gpuAtomicAdd(address, value); }
LOCKSTEP_TORCH_ATOMIC(uint8_t)
LOCKSTEP_TORCH_ATOMIC(int8_t)
LOCKSTEP_TORCH_ATOMIC(int16_t)
LOCKSTEP_TORCH_ATOMIC(int64_t)
LOCKSTEP_TORCH_ATOMIC(bool)
LOCKSTEP_TORCH_ATOMIC(c10::Half)
LOCKSTEP_TORCH_ATOMIC(c10::BFloat16)
#undef LOCKSTEP_TORCH_ATOMIC

template <class T>
__device__ T WARP_SHFL(T value, int lane, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_sync(mask, value, lane, width);
}
template <class T>
__device__ T WARP_SHFL_XOR(T value, int lanes, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_xor_sync(mask, value, lanes, width);
}
template <class T>
__device__ T WARP_SHFL_UP(T value, unsigned lanes, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_up_sync(mask, value, lanes, width);
}
template <class T>
__device__ T WARP_SHFL_DOWN(T value, unsigned lanes, int width = warpSize, unsigned mask = 0xffffffff) {
  return __shfl_down_sync(mask, value, lanes, width);
}
__device__ inline unsigned WARP_BALLOT(int predicate, unsigned mask = 0xffffffff) {
  return __ballot_sync(mask, predicate);
}
__device__ inline void WARP_SYNC(unsigned mask = 0xffffffff) { __syncwarp(mask); }

// The functions of one name for float and double.
namespace c10::cuda::compat {
#define LOCKSTEP_TORCH_COMPAT(NAME)                                       \
  __host__ __device__ inline float NAME(float x) { return ::NAME##f(x); } \
  __host__ __device__ inline double NAME(double x) { return ::NAME(x); }
LOCKSTEP_TORCH_COMPAT(ceil)
LOCKSTEP_TORCH_COMPAT(exp)
LOCKSTEP_TORCH_COMPAT(floor)
LOCKSTEP_TORCH_COMPAT(log)
LOCKSTEP_TORCH_COMPAT(log1p)
LOCKSTEP_TORCH_COMPAT(sqrt)
LOCKSTEP_TORCH_COMPAT(tan)
LOCKSTEP_TORCH_COMPAT(tanh)
#undef LOCKSTEP_TORCH_COMPAT
__host__ __device__ inline float abs(float x) { return ::fabsf(x); }
__host__ __device__ inline double abs(double x) { return ::fabs(x); }
__host__ __device__ inline float max(float a, float b) { return ::fmaxf(a, b); }
__host__ __device__ inline double max(double a, double b) { return ::fmax(a, b); }
__host__ __device__ inline float min(float a, float b) { return ::fminf(a, b); }
__host__ __device__ inline double min(double a, double b) { return ::fmin(a, b); }
__host__ __device__ inline float pow(float a, float b) { return ::powf(a, b); }
__host__ __device__ inline double pow(double a, double b) { return ::pow(a, b); }
__host__ __device__ inline float copysign(float a, float b) { return ::copysignf(a, b); }
__host__ __device__ inline double copysign(double a, double b) { return ::copysign(a, b); }
__device__ inline float rsqrt(float x) { return ::rsqrtf(x); }
__device__ inline double rsqrt(double x) { return ::rsqrt(x); }
}  // namespace c10::cuda::compat

namespace at {

// The type to compute in: float for the floats of 16 bits.
template <class T>
using opmath_type = std::conditional_t<c10::detail::kIsSmallFloat<T>, float, T>;
// The type to add up in: on the device, floats are added up as floats, and integers as 64 bits.
template <class T, bool is_cuda>
using acc_type = std::conditional_t<std::is_floating_point_v<T> || c10::detail::kIsSmallFloat<T>,
                                    std::conditional_t<is_cuda, opmath_type<T>, double>,
                                    std::conditional_t<std::is_same_v<T, bool>, bool, int64_t>>;

template <class T>
__host__ __device__ bool _isnan(T value) {
  return value != value;
}

// Limits where kernels need them: infinities for floats.
template <class T>
struct numeric_limits {
  __host__ __device__ static T lowest() { return std::numeric_limits<T>::lowest(); }
  __host__ __device__ static T max() { return std::numeric_limits<T>::max(); }
  __host__ __device__ static T lower_bound() {
    return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : lowest();
  }
  __host__ __device__ static T upper_bound() {
    return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : max();
  }
};
template <>
struct numeric_limits<c10::Half> {
  __host__ __device__ static c10::Half lowest() { return -65504.f; }
  __host__ __device__ static c10::Half max() { return 65504.f; }
  __host__ __device__ static c10::Half lower_bound() { return -std::numeric_limits<float>::infinity(); }
  __host__ __device__ static c10::Half upper_bound() { return std::numeric_limits<float>::infinity(); }
};
template <>
struct numeric_limits<c10::BFloat16> {
  __host__ __device__ static c10::BFloat16 lowest() { return -0x1.fep127f; }
  __host__ __device__ static c10::BFloat16 max() { return 0x1.fep127f; }
  __host__ __device__ static c10::BFloat16 lower_bound() { return -std::numeric_limits<float>::infinity(); }
  __host__ __device__ static c10::BFloat16 upper_bound() { return std::numeric_limits<float>::infinity(); }
};

namespace cuda::detail {
constexpr int CUDA_NUM_THREADS = 1024;
inline int GET_BLOCKS(int64_t count, int64_t threads = CUDA_NUM_THREADS) {
  return int((count + threads - 1) / threads);
}
}  // namespace cuda::detail

namespace native {
// Adds to element `index` of `tensor`, which has `count` elements.
template <class T, class Index>
__device__ void fastAtomicAdd(T* tensor, Index index, Index, T value, bool) {
  gpuAtomicAddNoReturn(tensor + index, value);
}
}  // namespace native
}  // namespace at
