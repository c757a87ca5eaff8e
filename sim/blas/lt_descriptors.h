#pragma once

// The contents of cuBLASLt's opaque descriptors, and their attributes by number. Values are stored as they are given;
// the functions that use a descriptor judge them.

#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/toolkit/cublasLt.h"

namespace lockstep::blas {

// The first member of each: a descriptor that was never initialised, or was destroyed, has none of these.
enum class LtMark : std::uint32_t { kLayout = 0x4c744c61, kMatmul, kTransform, kPreference, kEmulation, kAlgorithm };

struct LtLayout {
  LtMark mark = LtMark::kLayout;
  std::int32_t type = CUDA_R_32F, order = CUBLASLT_ORDER_COL, batch_count = 1;
  std::uint64_t rows = 0, columns = 0;
  std::int64_t leading = 0, batch_stride = 0, plane_offset = 0;
  std::uint32_t batch_mode = CUBLASLT_BATCH_MODE_STRIDED;
};

struct LtMatmul {
  LtMark mark = LtMark::kMatmul;
  std::int32_t compute_type = CUBLAS_COMPUTE_32F, scale_type = CUDA_R_32F, pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N, transc = CUBLAS_OP_N, fill_mode = CUBLAS_FILL_MODE_FULL;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  std::int32_t bias_type = -1, aux_type = -1, multiprocessors = 0;
  void *bias = nullptr, *aux = nullptr;
  std::int64_t bias_stride = 0, aux_leading = 0, aux_stride = 0, alpha_stride = 0;
  const float *a_scale = nullptr, *b_scale = nullptr, *c_scale = nullptr, *d_scale = nullptr, *aux_scale = nullptr;
  float *d_amax = nullptr, *aux_amax = nullptr;
  std::int32_t a_scale_mode = 0, b_scale_mode = 0, c_scale_mode = 0, d_scale_mode = 0, aux_scale_mode = 0;
  std::int32_t d_out_scale_mode = 0;
  void* d_out_scale = nullptr;
  cublasLtEmulationDesc_t emulation = nullptr;
  std::int8_t fast_accumulation = 0;
};

struct LtTransform {
  LtMark mark = LtMark::kTransform;
  std::int32_t scale_type = CUDA_R_32F, pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N, transb = CUBLAS_OP_N;
};

struct LtPreference {
  LtMark mark = LtMark::kPreference;
  std::uint32_t search_mode = CUBLASLT_SEARCH_BEST_FIT;
  std::uint64_t workspace_bytes = 0, implementations = ~std::uint64_t{0};
  std::uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint32_t alignment_a = 256, alignment_b = 256, alignment_c = 256, alignment_d = 256;
  float waves = 0;
};

struct LtEmulation {
  LtMark mark = LtMark::kEmulation;
  std::int32_t strategy = 0, special_values = 0xffff, control = 0, most_bits = 0, bit_offset = 0;
  std::int32_t* bit_count = nullptr;
};

struct LtAlgorithm {
  LtMark mark = LtMark::kAlgorithm;
  std::int32_t id = 0;
  std::uint32_t tile = CUBLASLT_MATMUL_TILE_UNDEFINED;
  std::int32_t k_splits = 1;
  std::uint32_t reduction = CUBLASLT_REDUCTION_SCHEME_NONE, swizzling = 0, custom = 0;
  std::uint32_t stages = CUBLASLT_MATMUL_STAGES_UNDEFINED;
  std::uint16_t inner_shape = CUBLASLT_MATMUL_INNER_SHAPE_UNDEFINED, cluster_shape = CUBLASLT_CLUSTER_SHAPE_AUTO;
};

// The contents of a descriptor of this kind; null if it is null or holds no such contents.
const LtLayout* ContentsOf(const cublasLtMatrixLayoutOpaque_t* descriptor);
const LtMatmul* ContentsOf(const cublasLtMatmulDescOpaque_t* descriptor);
const LtTransform* ContentsOf(const cublasLtMatrixTransformDescOpaque_t* descriptor);
const LtPreference* ContentsOf(const cublasLtMatmulPreferenceOpaque_t* descriptor);
const LtAlgorithm* ContentsOf(const cublasLtMatmulAlgo_t* descriptor);

}  // namespace lockstep::blas
