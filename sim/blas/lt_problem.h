#pragma once

// A product as the descriptors of cuBLASLt describe it, checked: what cublasLtMatmul computes, and what the functions
// that choose an algorithm ask about.

#include "sim/blas/call.h"
#include "sim/blas/lt_descriptors.h"
#include "sim/blas/products.h"

namespace lockstep::blas {

bool IsLtHandle(cublasLtHandle_t handle);

// The matrices of a batch.
struct LtMatrix {
  const char* name;
  const LtLayout* layout;

  cudaDataType type() const { return static_cast<cudaDataType>(layout->type); }
  bool by_rows() const { return layout->order == CUBLASLT_ORDER_ROW; }
  std::int64_t rows() const { return static_cast<std::int64_t>(layout->rows); }
  std::int64_t columns() const { return static_cast<std::int64_t>(layout->columns); }
  std::int64_t count() const { return layout->batch_count; }
  bool is_listed() const { return layout->batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY; }

  void Check(Call& call) const;
  // The matrices from `first` on, as far as they can be known now.
  void List(Call& call, const void* first, Use use) const;
  // Matrix `i` of the batch; `first` is an array of pointers where the layout says so.
  const void* Member(const void* first, std::int64_t i) const;
  TypedMatrix As(cublasOperation_t op, const void* member) const;
};

// op(X), with so many rows and columns.
struct LtShape {
  std::int64_t rows, columns;
};
LtShape ShapeOf(const LtMatrix& matrix, cublasOperation_t op);
bool HasShape(const LtMatrix& matrix, std::int64_t rows, std::int64_t columns);

// A row of the table of types that cublasLtMatmul takes.
struct LtTypes {
  cudaDataType scale, a, b, c, d, bias;
  bool has_epilogues = true;
};
// The one row for these types; null: there is none.
const LtTypes* FindTypes(cublasComputeType_t computation, cudaDataType scale, cudaDataType a, cudaDataType b,
                         cudaDataType c, cudaDataType d);

struct LtProblem {
  LtMatmul of;
  LtLayout layout_a, layout_b, layout_c, layout_d;
  LtTypes types;

  LtMatrix a() const { return {"A", &layout_a}; }
  LtMatrix b() const { return {"B", &layout_b}; }
  LtMatrix c() const { return {"C", &layout_c}; }
  LtMatrix d() const { return {"D", &layout_d}; }
  cublasOperation_t transa() const { return static_cast<cublasOperation_t>(of.transa); }
  cublasOperation_t transb() const { return static_cast<cublasOperation_t>(of.transb); }
  std::int64_t m() const { return d().rows(); }
  std::int64_t n() const { return d().columns(); }
  std::int64_t k() const { return ShapeOf(a(), transa()).columns; }
  std::int64_t count() const { return layout_d.batch_count; }
  bool Has(unsigned epilogue) const { return (of.epilogue & epilogue) == epilogue; }
  bool HasAux() const { return (of.epilogue & 128) != 0; }
  bool WritesAux() const { return HasAux() && (Has(CUBLASLT_EPILOGUE_RELU) || Has(CUBLASLT_EPILOGUE_GELU)); }
  // Its mask has one bit for each element of D.
  bool AuxIsMask() const { return Has(CUBLASLT_EPILOGUE_RELU) || Has(CUBLASLT_EPILOGUE_DRELU); }
  cudaDataType aux_type() const { return of.aux_type == -1 ? types.d : static_cast<cudaDataType>(of.aux_type); }
};

struct LtDescriptors {
  cublasLtMatmulDesc_t matmul;
  cublasLtMatrixLayout_t a, b, c, d;
};
// Everything that can be known without the matrices. Of a call that is refused, the result says nothing.
LtProblem ProblemOf(Call& call, const LtDescriptors& descriptors);

}  // namespace lockstep::blas
