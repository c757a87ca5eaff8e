#include "sim/blas/lt_descriptors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "sim/blas/call.h"

namespace lockstep::blas {
namespace {

struct Attribute {
  int number;
  const char* name;
  std::size_t offset, size;
  bool can_be_set = true;
};

#define LAYOUT(name, member) \
  {CUBLASLT_MATRIX_LAYOUT_##name, "CUBLASLT_MATRIX_LAYOUT_" #name, offsetof(LtLayout, member), sizeof(LtLayout::member)}
constexpr Attribute kLayout[] = {
    LAYOUT(TYPE, type),
    LAYOUT(ORDER, order),
    LAYOUT(ROWS, rows),
    LAYOUT(COLS, columns),
    LAYOUT(LD, leading),
    LAYOUT(BATCH_COUNT, batch_count),
    LAYOUT(STRIDED_BATCH_OFFSET, batch_stride),
    LAYOUT(PLANE_OFFSET, plane_offset),
    LAYOUT(BATCH_MODE, batch_mode),
};
#undef LAYOUT

#define MATMUL(name, member) \
  {CUBLASLT_MATMUL_DESC_##name, "CUBLASLT_MATMUL_DESC_" #name, offsetof(LtMatmul, member), sizeof(LtMatmul::member)}
constexpr Attribute kMatmul[] = {
    MATMUL(COMPUTE_TYPE, compute_type),
    MATMUL(SCALE_TYPE, scale_type),
    MATMUL(POINTER_MODE, pointer_mode),
    MATMUL(TRANSA, transa),
    MATMUL(TRANSB, transb),
    MATMUL(TRANSC, transc),
    MATMUL(FILL_MODE, fill_mode),
    MATMUL(EPILOGUE, epilogue),
    MATMUL(BIAS_POINTER, bias),
    MATMUL(BIAS_BATCH_STRIDE, bias_stride),
    MATMUL(EPILOGUE_AUX_POINTER, aux),
    MATMUL(EPILOGUE_AUX_LD, aux_leading),
    MATMUL(EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
    MATMUL(ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
    MATMUL(SM_COUNT_TARGET, multiprocessors),
    MATMUL(A_SCALE_POINTER, a_scale),
    MATMUL(B_SCALE_POINTER, b_scale),
    MATMUL(C_SCALE_POINTER, c_scale),
    MATMUL(D_SCALE_POINTER, d_scale),
    MATMUL(AMAX_D_POINTER, d_amax),
    MATMUL(EPILOGUE_AUX_DATA_TYPE, aux_type),
    MATMUL(EPILOGUE_AUX_SCALE_POINTER, aux_scale),
    MATMUL(EPILOGUE_AUX_AMAX_POINTER, aux_amax),
    MATMUL(FAST_ACCUM, fast_accumulation),
    MATMUL(BIAS_DATA_TYPE, bias_type),
    MATMUL(A_SCALE_MODE, a_scale_mode),
    MATMUL(B_SCALE_MODE, b_scale_mode),
    MATMUL(C_SCALE_MODE, c_scale_mode),
    MATMUL(D_SCALE_MODE, d_scale_mode),
    MATMUL(EPILOGUE_AUX_SCALE_MODE, aux_scale_mode),
    MATMUL(D_OUT_SCALE_POINTER, d_out_scale),
    MATMUL(D_OUT_SCALE_MODE, d_out_scale_mode),
    MATMUL(EMULATION_DESCRIPTOR, emulation),
};
#undef MATMUL

#define TRANSFORM(name, member)                                                                                   \
  {CUBLASLT_MATRIX_TRANSFORM_DESC_##name, "CUBLASLT_MATRIX_TRANSFORM_DESC_" #name, offsetof(LtTransform, member), \
   sizeof(LtTransform::member)}
constexpr Attribute kTransform[] = {
    TRANSFORM(SCALE_TYPE, scale_type),
    TRANSFORM(POINTER_MODE, pointer_mode),
    TRANSFORM(TRANSA, transa),
    TRANSFORM(TRANSB, transb),
};
#undef TRANSFORM

#define PREFERENCE(name, member)                                                               \
  {CUBLASLT_MATMUL_PREF_##name, "CUBLASLT_MATMUL_PREF_" #name, offsetof(LtPreference, member), \
   sizeof(LtPreference::member)}
constexpr Attribute kPreference[] = {
    PREFERENCE(SEARCH_MODE, search_mode),           PREFERENCE(MAX_WORKSPACE_BYTES, workspace_bytes),
    PREFERENCE(REDUCTION_SCHEME_MASK, reductions),  PREFERENCE(MIN_ALIGNMENT_A_BYTES, alignment_a),
    PREFERENCE(MIN_ALIGNMENT_B_BYTES, alignment_b), PREFERENCE(MIN_ALIGNMENT_C_BYTES, alignment_c),
    PREFERENCE(MIN_ALIGNMENT_D_BYTES, alignment_d), PREFERENCE(MAX_WAVES_COUNT, waves),
    PREFERENCE(IMPL_MASK, implementations),
};
#undef PREFERENCE

#define EMULATION(name, member)                                                                     \
  {CUBLASLT_EMULATION_DESC_##name, "CUBLASLT_EMULATION_DESC_" #name, offsetof(LtEmulation, member), \
   sizeof(LtEmulation::member)}
constexpr Attribute kEmulation[] = {
    EMULATION(STRATEGY, strategy),
    EMULATION(SPECIAL_VALUES_SUPPORT, special_values),
    EMULATION(FIXEDPOINT_MANTISSA_CONTROL, control),
    EMULATION(FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, most_bits),
    EMULATION(FIXEDPOINT_MANTISSA_BIT_OFFSET, bit_offset),
    EMULATION(FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, bit_count),
};
#undef EMULATION

#define ALGORITHM(name, member, ...)                                                          \
  {CUBLASLT_ALGO_CONFIG_##name, "CUBLASLT_ALGO_CONFIG_" #name, offsetof(LtAlgorithm, member), \
   sizeof(LtAlgorithm::member) __VA_OPT__(, ) __VA_ARGS__}
constexpr Attribute kAlgorithm[] = {
    ALGORITHM(ID, id, false),
    ALGORITHM(TILE_ID, tile),
    ALGORITHM(SPLITK_NUM, k_splits),
    ALGORITHM(REDUCTION_SCHEME, reduction),
    ALGORITHM(CTA_SWIZZLING, swizzling),
    ALGORITHM(CUSTOM_OPTION, custom),
    ALGORITHM(STAGES_ID, stages),
    ALGORITHM(INNER_SHAPE_ID, inner_shape),
    ALGORITHM(CLUSTER_SHAPE_ID, cluster_shape),
};
#undef ALGORITHM

// The contents of an opaque type.
template <class Opaque>
struct Kind;
#define KIND(Opaque, Inside, attributes)                                                   \
  template <>                                                                              \
  struct Kind<Opaque> {                                                                    \
    using Contents = Inside;                                                               \
    static constexpr std::span<const Attribute> kAttributes = attributes;                  \
    static_assert(sizeof(Inside) <= sizeof(Opaque) && alignof(Inside) <= alignof(Opaque)); \
  };
KIND(cublasLtMatrixLayoutOpaque_t, LtLayout, kLayout)
KIND(cublasLtMatmulDescOpaque_t, LtMatmul, kMatmul)
KIND(cublasLtMatrixTransformDescOpaque_t, LtTransform, kTransform)
KIND(cublasLtMatmulPreferenceOpaque_t, LtPreference, kPreference)
KIND(cublasLtEmulationDescOpaque_t, LtEmulation, kEmulation)
KIND(cublasLtMatmulAlgo_t, LtAlgorithm, kAlgorithm)
#undef KIND

template <class Opaque>
auto* Contents(const Opaque* descriptor) {
  using Inside = typename Kind<Opaque>::Contents;
  const auto* inside = reinterpret_cast<const Inside*>(descriptor);
  return inside && inside->mark == Inside{}.mark ? inside : nullptr;
}

template <class Opaque>
cublasStatus_t Initialize(Opaque* place, std::size_t size, const typename Kind<Opaque>::Contents& contents) {
  if (!place) return CUBLAS_STATUS_INVALID_VALUE;
  if (size < sizeof(Opaque)) return CUBLAS_STATUS_ALLOC_FAILED;
  std::memset(place, 0, sizeof *place);
  std::memcpy(place, &contents, sizeof contents);
  return CUBLAS_STATUS_SUCCESS;
}
template <class Opaque>
cublasStatus_t Create(Opaque** made, const typename Kind<Opaque>::Contents& contents) {
  if (!made) return CUBLAS_STATUS_INVALID_VALUE;
  *made = new Opaque;
  return Initialize(*made, sizeof(Opaque), contents);
}
// Null is no error, as in cuBLASLt.
template <class Opaque>
cublasStatus_t Destroy(Opaque* descriptor) {
  if (descriptor) std::memset(descriptor, 0, sizeof *descriptor);
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

struct Access {
  const char* function;
  const void* caller;
  int number;
  std::size_t size;  // of the caller's value

  cublasStatus_t Refuse(const std::string& why) const {
    __lockstep_refuse_library_call(function, why.c_str(), caller);
    return CUBLAS_STATUS_INVALID_VALUE;
  }
};

// The attribute that is meant; null: the call is refused.
template <class Opaque>
const Attribute* Find(const Opaque* descriptor, const Access& access) {
  if (!Contents(descriptor)) {
    access.Refuse("the descriptor is null, was never initialised or has been destroyed");
    return nullptr;
  }
  const auto found = std::ranges::find(Kind<Opaque>::kAttributes, access.number, &Attribute::number);
  if (found != Kind<Opaque>::kAttributes.end()) return &*found;
  access.Refuse(fmt::format("`attr` is {}, and the descriptor has no such attribute", access.number));
  return nullptr;
}
bool IsWhole(const Attribute& attribute, const void* value, const Access& access) {
  if (value && access.size == attribute.size) return true;
  access.Refuse(
      value ? fmt::format("`sizeInBytes` is {}, and {} has {} bytes", access.size, attribute.name, attribute.size)
            : std::string("`buf` is null"));
  return false;
}

template <class Opaque>
cublasStatus_t Set(Opaque* descriptor, const void* value, const Access& access) {
  const Attribute* attribute = Find(descriptor, access);
  if (!attribute || !IsWhole(*attribute, value, access)) return CUBLAS_STATUS_INVALID_VALUE;
  if (!attribute->can_be_set) return access.Refuse(fmt::format("{} can only be read", attribute->name));
  std::memcpy(reinterpret_cast<char*>(descriptor) + attribute->offset, value, attribute->size);
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque>
cublasStatus_t Get(const Opaque* descriptor, void* value, std::size_t* written, const Access& access) {
  const Attribute* attribute = Find(descriptor, access);
  if (!attribute) return CUBLAS_STATUS_INVALID_VALUE;
  if (access.size == 0) {
    if (!written) return access.Refuse("`sizeInBytes` is 0, and `sizeWritten` is null");
  } else {
    if (!IsWhole(*attribute, value, access)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(value, reinterpret_cast<const char*>(descriptor) + attribute->offset, attribute->size);
  }
  if (written) *written = attribute->size;
  return CUBLAS_STATUS_SUCCESS;
}

LtLayout LayoutOf(cudaDataType type, std::uint64_t rows, std::uint64_t columns, std::int64_t leading) {
  return {.type = type, .rows = rows, .columns = columns, .leading = leading};
}

}  // namespace

const LtLayout* ContentsOf(const cublasLtMatrixLayoutOpaque_t* descriptor) { return Contents(descriptor); }
const LtMatmul* ContentsOf(const cublasLtMatmulDescOpaque_t* descriptor) { return Contents(descriptor); }
const LtTransform* ContentsOf(const cublasLtMatrixTransformDescOpaque_t* descriptor) { return Contents(descriptor); }
const LtPreference* ContentsOf(const cublasLtMatmulPreferenceOpaque_t* descriptor) { return Contents(descriptor); }
const LtAlgorithm* ContentsOf(const cublasLtMatmulAlgo_t* descriptor) { return Contents(descriptor); }

}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t made, size_t size, cudaDataType type,
                                                 uint64_t rows, uint64_t cols, int64_t ld) {
  return Initialize(made, size, LayoutOf(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* made, cudaDataType type, uint64_t rows, uint64_t cols,
                                          int64_t ld) {
  return Create(made, LayoutOf(type, rows, cols, ld));
}
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t made, size_t size, cublasComputeType_t computeType,
                                               cudaDataType_t scaleType) {
  return Initialize(made, size, {.compute_type = computeType, .scale_type = scaleType});
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* made, cublasComputeType_t computeType,
                                        cudaDataType_t scaleType) {
  return Create(made, {.compute_type = computeType, .scale_type = scaleType});
}
cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t made, size_t size,
                                                        cudaDataType scaleType) {
  return Initialize(made, size, {.scale_type = scaleType});
}
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t* made, cudaDataType scaleType) {
  return Create(made, {.scale_type = scaleType});
}
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t made, size_t size) {
  return Initialize(made, size, {});
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made) { return Create(made, {}); }
cublasStatus_t cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t made, size_t size) {
  return Initialize(made, size, {});
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t* made) { return Create(made, {}); }

#define ATTRIBUTES_OF(name, set, get, Pointer, ConstPointer, attributes)                                             \
  cublasStatus_t cublasLt##set(Pointer made, attributes attr, const void* buf, size_t sizeInBytes) {                 \
    return Set(made, buf, {"cublasLt" #set, LOCKSTEP_BLAS_CALLER, attr, sizeInBytes});                               \
  }                                                                                                                  \
  cublasStatus_t cublasLt##get(ConstPointer made, attributes attr, void* buf, size_t sizeInBytes, size_t* written) { \
    return Get(made, buf, written, {"cublasLt" #get, LOCKSTEP_BLAS_CALLER, attr, sizeInBytes});                      \
  }
#define DESCRIPTOR(name, attributes)                                                        \
  cublasStatus_t cublasLt##name##Destroy(cublasLt##name##_t made) { return Destroy(made); } \
  ATTRIBUTES_OF(name, name##SetAttribute, name##GetAttribute, cublasLt##name##_t, cublasLt##name##_t, attributes)
DESCRIPTOR(MatrixLayout, cublasLtMatrixLayoutAttribute_t)
DESCRIPTOR(MatmulDesc, cublasLtMatmulDescAttributes_t)
DESCRIPTOR(MatrixTransformDesc, cublasLtMatrixTransformDescAttributes_t)
DESCRIPTOR(MatmulPreference, cublasLtMatmulPreferenceAttributes_t)
DESCRIPTOR(EmulationDesc, cublasLtEmulationDescAttributes_t)
ATTRIBUTES_OF(MatmulAlgo, MatmulAlgoConfigSetAttribute, MatmulAlgoConfigGetAttribute, cublasLtMatmulAlgo_t*,
              const cublasLtMatmulAlgo_t*, cublasLtMatmulAlgoConfigAttributes_t)
#undef DESCRIPTOR
#undef ATTRIBUTES_OF
}
