#include "sim/blas/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/toolkit/cuda_fp8.h"

namespace lockstep::blas {
namespace {

template <class T>
T Load(const void* from, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char*>(from) + index * sizeof(T), sizeof(T));
  return value;
}
template <class T>
void Store(void* to, std::int64_t index, const T& value) {
  std::memcpy(static_cast<char*>(to) + index * sizeof(T), &value, sizeof(T));
}

__nv_fp8_interpretation_t FormatOf(cudaDataType type) { return type == CUDA_R_8F_E5M2 ? __NV_E5M2 : __NV_E4M3; }

std::int32_t Wrap(double value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
}
std::int8_t Saturate(double value) {
  return static_cast<std::int8_t>(std::clamp(std::nearbyint(std::isnan(value) ? 0 : value), -128.0, 127.0));
}

}  // namespace

std::size_t SizeOfType(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2: return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
    case CUDA_C_8I: return 2;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_64F:
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
  }
}

bool IsComplex(cudaDataType type) { return type == CUDA_C_8I || type == CUDA_C_32F || type == CUDA_C_64F; }
bool IsEightBitFloat(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
cudaDataType RealOf(cudaDataType type) {
  switch (type) {
    case CUDA_C_8I: return CUDA_R_8I;
    case CUDA_C_32F: return CUDA_R_32F;
    case CUDA_C_64F: return CUDA_R_64F;
    default: return type;
  }
}

double ReadElement(cudaDataType type, const void* from, std::int64_t index) {
  switch (type) {
    case CUDA_R_64F: return Load<double>(from, index);
    case CUDA_R_16F: return __half2float(Load<__half>(from, index));
    case CUDA_R_16BF: return __bfloat162float(Load<__nv_bfloat16>(from, index));
    case CUDA_R_8I: return Load<std::int8_t>(from, index);
    case CUDA_R_32I: return Load<std::int32_t>(from, index);
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
      return __half2float(__nv_cvt_fp8_to_halfraw(Load<__nv_fp8_storage_t>(from, index), FormatOf(type)));
    default: return Load<float>(from, index);
  }
}

void WriteElement(cudaDataType type, void* to, std::int64_t index, double value) {
  switch (type) {
    case CUDA_R_64F: return Store(to, index, value);
    case CUDA_R_16F: return Store(to, index, __float2half(static_cast<float>(value)));
    case CUDA_R_16BF: return Store(to, index, __float2bfloat16(static_cast<float>(value)));
    case CUDA_R_8I: return Store(to, index, Saturate(value));
    case CUDA_R_32I: return Store(to, index, Wrap(value));
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
      return Store(to, index, __nv_cvt_float_to_fp8(static_cast<float>(value), __NV_SATFINITE, FormatOf(type)));
    default: return Store(to, index, static_cast<float>(value));
  }
}

Number ReadNumber(cudaDataType type, const void* from, std::int64_t index) {
  if (!IsComplex(type)) return ReadElement(type, from, index);
  return {ReadElement(RealOf(type), from, 2 * index), ReadElement(RealOf(type), from, 2 * index + 1)};
}
void WriteNumber(cudaDataType type, void* to, std::int64_t index, const Number& value) {
  if (!IsComplex(type)) return WriteElement(type, to, index, value.real());
  WriteElement(RealOf(type), to, 2 * index, value.real());
  WriteElement(RealOf(type), to, 2 * index + 1, value.imag());
}

}  // namespace lockstep::blas
