// Types of elements, devices and options of tensors.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <type_traits>

#include "exception.h"

namespace c10 {

template <class T>
using optional = std::optional<T>;
using std::nullopt;

// 16-bit floats. As PyTorch's, they are rounded after each operation, also one with an integer; with a wider float,
// they become that.
template <class Small, class Bits>
struct SmallFloat {
  unsigned short x = 0;
  SmallFloat() = default;
  __host__ __device__ explicit SmallFloat(float value) : x(Bits::From(value)) {}
  __host__ __device__ operator float() const { return Bits::To(x); }
  __host__ __device__ Small& operator+=(float value) { return Assign(float(*this) + value); }
  __host__ __device__ Small& operator-=(float value) { return Assign(float(*this) - value); }
  __host__ __device__ Small& operator*=(float value) { return Assign(float(*this) * value); }
  __host__ __device__ Small& operator/=(float value) { return Assign(float(*this) / value); }
  __host__ __device__ Small operator-() const { return Small(-float(*this)); }

#define LOCKSTEP_TORCH_OPERATION(SIGN)                                                                               \
  friend __host__ __device__ Small operator SIGN(Small a, Small b) { return Small(float(a) SIGN float(b)); }         \
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>                                              \
  friend __host__ __device__ std::conditional_t<std::is_floating_point_v<T>, T, Small> operator SIGN(Small a, T b) { \
    if constexpr (std::is_floating_point_v<T>)                                                                       \
      return T(float(a)) SIGN b;                                                                                     \
    else                                                                                                             \
      return Small(float(a) SIGN float(b));                                                                          \
  }                                                                                                                  \
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>                                              \
  friend __host__ __device__ std::conditional_t<std::is_floating_point_v<T>, T, Small> operator SIGN(T a, Small b) { \
    if constexpr (std::is_floating_point_v<T>)                                                                       \
      return a SIGN T(float(b));                                                                                     \
    else                                                                                                             \
      return Small(float(a) SIGN float(b));                                                                          \
  }
  LOCKSTEP_TORCH_OPERATION(+)
  LOCKSTEP_TORCH_OPERATION(-)
  LOCKSTEP_TORCH_OPERATION(*)
  LOCKSTEP_TORCH_OPERATION(/)
#undef LOCKSTEP_TORCH_OPERATION
#define LOCKSTEP_TORCH_COMPARISON(SIGN)                                                              \
  friend __host__ __device__ bool operator SIGN(Small a, Small b) { return float(a) SIGN float(b); } \
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>                              \
  friend __host__ __device__ bool operator SIGN(Small a, T b) {                                      \
    return float(a) SIGN b;                                                                          \
  }                                                                                                  \
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>                              \
  friend __host__ __device__ bool operator SIGN(T a, Small b) {                                      \
    return a SIGN float(b);                                                                          \
  }
  LOCKSTEP_TORCH_COMPARISON(==)
  LOCKSTEP_TORCH_COMPARISON(!=)
  LOCKSTEP_TORCH_COMPARISON(<)
  LOCKSTEP_TORCH_COMPARISON(<=)
  LOCKSTEP_TORCH_COMPARISON(>)
  LOCKSTEP_TORCH_COMPARISON(>=)
#undef LOCKSTEP_TORCH_COMPARISON

 private:
  __host__ __device__ Small& Assign(float value) {
    x = Bits::From(value);
    return static_cast<Small&>(*this);
  }
};
struct HalfBits {
  static __host__ __device__ unsigned short From(float value) { return __half_as_ushort(__float2half(value)); }
  static __host__ __device__ float To(unsigned short bits) { return __half2float(__ushort_as_half(bits)); }
};
struct BFloat16Bits {
  static __host__ __device__ unsigned short From(float value) { return __bfloat16_as_ushort(__float2bfloat16(value)); }
  static __host__ __device__ float To(unsigned short bits) { return __bfloat162float(__ushort_as_bfloat16(bits)); }
};
struct alignas(2) Half : SmallFloat<Half, HalfBits> {
  Half() = default;
  __host__ __device__ Half(float value) : SmallFloat(value) {}
  __host__ __device__ Half(const __half& value) { x = __half_as_ushort(value); }
  __host__ __device__ operator __half() const { return __ushort_as_half(x); }
};
struct alignas(2) BFloat16 : SmallFloat<BFloat16, BFloat16Bits> {
  BFloat16() = default;
  __host__ __device__ BFloat16(float value) : SmallFloat(value) {}
  __host__ __device__ BFloat16(const __nv_bfloat16& value) { x = __bfloat16_as_ushort(value); }
  __host__ __device__ explicit operator __nv_bfloat16() const { return __ushort_as_bfloat16(x); }
};

// C++ type, PyTorch's name and number.
#define LOCKSTEP_TORCH_TYPES(X) \
  X(uint8_t, Byte, 0)           \
  X(int8_t, Char, 1)            \
  X(int16_t, Short, 2)          \
  X(int32_t, Int, 3)            \
  X(int64_t, Long, 4)           \
  X(::c10::Half, Half, 5)       \
  X(float, Float, 6)            \
  X(double, Double, 7)          \
  X(bool, Bool, 11)             \
  X(::c10::BFloat16, BFloat16, 15)

enum class ScalarType : int8_t {
#define LOCKSTEP_ROW(type, name, number) name = number,
  LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
      Undefined = 127
};
using TypeMeta = ScalarType;

#define LOCKSTEP_ROW(type, name, number) constexpr ScalarType k##name = ScalarType::name;
LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf,
                     kFloat32 = kFloat, kFloat64 = kDouble;

template <class T>
struct CppTypeToScalarType;
#define LOCKSTEP_ROW(type, name, number)                  \
  template <>                                             \
  struct CppTypeToScalarType<type> {                      \
    static constexpr ScalarType value = ScalarType::name; \
  };
LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
// What kernels call the same bits.
template <>
struct CppTypeToScalarType<__half> : CppTypeToScalarType<Half> {};
template <>
struct CppTypeToScalarType<__nv_bfloat16> : CppTypeToScalarType<BFloat16> {};
template <>
struct CppTypeToScalarType<long long> : CppTypeToScalarType<int64_t> {};

inline const char* toString(ScalarType type) {
  switch (type) {
#define LOCKSTEP_ROW(type, name, number) \
  case ScalarType::name: return #name;
    LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
    default: return "Undefined";
  }
}
inline std::ostream& operator<<(std::ostream& out, ScalarType type) { return out << toString(type); }

inline size_t elementSize(ScalarType type) {
  switch (type) {
#define LOCKSTEP_ROW(type, name, number) \
  case ScalarType::name: return sizeof(type);
    LOCKSTEP_TORCH_TYPES(LOCKSTEP_ROW)
#undef LOCKSTEP_ROW
    default: return 0;
  }
}
inline bool isFloatingType(ScalarType type) {
  return type == kHalf || type == kFloat || type == kDouble || type == kBFloat16;
}
inline bool isIntegralType(ScalarType type, bool include_bool = false) {
  return type == kBool ? include_bool : !isFloatingType(type);
}

enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;

struct Device {
  DeviceType kind;
  int8_t number;
  Device(DeviceType type = kCPU, int index = -1) : kind(type), number(int8_t(index)) {}
  Device(const std::string& text) : kind(text.compare(0, 4, "cuda") == 0 ? kCUDA : kCPU), number(-1) {
    TORCH_CHECK(kind == kCUDA || text == "cpu", "Lockstep has the devices cpu and cuda, and no ", text);
  }
  DeviceType type() const { return kind; }
  int index() const { return kind == kCUDA && number < 0 ? 0 : number; }
  bool is_cuda() const { return kind == kCUDA; }
  bool is_cpu() const { return kind == kCPU; }
  bool operator==(const Device& other) const { return kind == other.kind && index() == other.index(); }
  bool operator!=(const Device& other) const { return !(*this == other); }
  std::string str() const { return is_cuda() ? "cuda:" + std::to_string(index()) : "cpu"; }
};
inline std::ostream& operator<<(std::ostream& out, const Device& device) { return out << device.str(); }

enum Layout { kStrided };
enum class MemoryFormat { Contiguous, Preserve };

// float32 on the CPU, unless something else is said.
class TensorOptions {
 public:
  TensorOptions() = default;
  TensorOptions(ScalarType type) : type_(type) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(device) {}
  TensorOptions dtype(ScalarType type) const {
    return With([&](TensorOptions& it) { it.type_ = type; });
  }
  TensorOptions device(Device device) const {
    return With([&](TensorOptions& it) { it.device_ = device; });
  }
  TensorOptions device(DeviceType type, int index) const { return device(Device(type, index)); }
  TensorOptions requires_grad(bool = true) const { return *this; }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions memory_format(MemoryFormat) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  ScalarType dtype() const { return type_.value_or(kFloat); }
  Device device() const { return device_.value_or(Device()); }
  bool has_dtype() const { return type_.has_value(); }
  bool has_device() const { return device_.has_value(); }

 private:
  template <class Change>
  TensorOptions With(Change change) const {
    TensorOptions copy = *this;
    change(copy);
    return copy;
  }
  std::optional<ScalarType> type_;
  std::optional<Device> device_;
};
inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions requires_grad(bool = true) { return {}; }

}  // namespace c10
