#include "sim/blas/mixed.h"

#include <vector>

#include "sim/blas/products.h"

namespace lockstep::blas {

namespace {

template <class T>
void MultiplyIn(const Product& p, const MixedTypes& types, double alpha, const void* a, const void* b, double beta,
                void* c) {
  const std::vector<T> product =
      Multiply<T>({a, types.a, p.transa, p.m, p.k, p.lda}, {b, types.b, p.transb, p.k, p.n, p.ldb});
  for (std::int64_t j = 0; j < p.n; ++j)
    for (std::int64_t i = 0; i < p.m; ++i) {
      const T scaled = static_cast<T>(alpha) * product[static_cast<std::size_t>(i + j * p.m)];
      // With a beta of 0, C is not read, whatever it holds.
      const T kept = beta == 0 ? T{} : static_cast<T>(beta) * static_cast<T>(ReadElement(types.c, c, i + j * p.ldc));
      WriteElement(types.c, c, i + j * p.ldc, scaled + kept);
    }
}

// What a computation multiplies and adds in, and what alpha and beta are.
enum class Computation { kHalf, kFloat, kDouble, kInteger, kNone };
Computation ComputationOf(cublasComputeType_t type) {
  switch (type) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return Computation::kHalf;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return Computation::kFloat;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return Computation::kDouble;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return Computation::kInteger;
  }
  return Computation::kNone;
}

// The combinations of cuBLAS's table for cublasGemmEx, without complex ones and 8-bit floats.
bool IsSupported(Computation computation, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (a != b) return false;
  switch (computation) {
    case Computation::kHalf: return a == CUDA_R_16F && c == CUDA_R_16F;
    case Computation::kInteger: return a == CUDA_R_8I && c == CUDA_R_32I;
    case Computation::kDouble: return a == CUDA_R_64F && c == CUDA_R_64F;
    case Computation::kFloat:
      if (a == CUDA_R_16F || a == CUDA_R_16BF) return c == a || c == CUDA_R_32F;
      return (a == CUDA_R_8I || a == CUDA_R_32F) && c == CUDA_R_32F;
    case Computation::kNone: return false;
  }
  return false;
}

struct MixedCall {
  Product product;
  cudaDataType a, b, c;
  const void *alpha, *beta;
  Computation computation;
};

// A function that gives the factor when the work is done.
std::function<double()> FactorOf(Call& call, const char* name, const void* given, Computation computation) {
  const auto of = [&]<class T>(const T* typed) -> std::function<double()> {
    return [factor = call.Scalar(name, typed)] { return static_cast<double>(factor()); };
  };
  switch (computation) {
    case Computation::kHalf: return of(static_cast<const __half*>(given));
    case Computation::kDouble: return of(static_cast<const double*>(given));
    case Computation::kInteger: return of(static_cast<const std::int32_t*>(given));
    default: return of(static_cast<const float*>(given));
  }
}

void List(Call& call, const MixedCall& mixed, const void* a, const void* b, const void* c, bool uses_c) {
  const Product& p = mixed.product;
  const auto add = [&](const char* name, const void* first, cudaDataType type, std::int64_t rows, std::int64_t columns,
                       std::int64_t leading, Use use) {
    const auto size = static_cast<std::int64_t>(SizeOfType(type));
    call.Matrix(name, static_cast<const char*>(first), rows * size, columns, leading * size, use);
  };
  if (p.k > 0) {
    add("A", a, mixed.a, p.RowsOfA(), p.ColumnsOfA(), p.lda, Use::kRead);
    add("B", b, mixed.b, p.RowsOfB(), p.ColumnsOfB(), p.ldb, Use::kRead);
  }
  add("C", c, mixed.c, p.m, p.n, p.ldc, uses_c ? Use::kReadWrite : Use::kWrite);
}

bool Check(Call& call, const MixedCall& mixed) {
  mixed.product.Check(call);
  if (!IsSupported(mixed.computation, mixed.a, mixed.b, mixed.c))
    call.NotSupported("no computation takes these types of `A`, `B` and `C`, or none that is supported here");
  return call.ok();
}

// Each of `count` products, whose matrices `at(i)` gives. `listed`: how many of them are known now.
template <class At>
cublasStatus_t Run(Call& call, const MixedCall& mixed, int count, int listed, At at) {
  call.Size("batchCount", count);
  if (!Check(call, mixed)) return call.status();
  const auto alpha = FactorOf(call, "alpha", mixed.alpha, mixed.computation);
  const auto beta = FactorOf(call, "beta", mixed.beta, mixed.computation);
  if (!call.ok() || mixed.product.IsEmpty()) return call.status();
  const bool uses_c = !call.on_device() && beta() != 0;
  for (int i = 0; i < listed; ++i) {
    const auto [a, b, c] = at(i);
    List(call, mixed, a, b, c, uses_c);
  }
  const bool in_double = mixed.computation == Computation::kDouble || mixed.computation == Computation::kInteger;
  return call.Submit([=] {
    for (int i = 0; i < count; ++i) {
      const auto [a, b, c] = at(i);
      MultiplyMixed(mixed.product, {mixed.a, mixed.b, mixed.c, in_double}, alpha(), a, b, beta(), c);
    }
  });
}

struct Place {
  const void *a, *b;
  void* c;
};

const char* Advance(const void* first, long long elements, cudaDataType type) {
  return static_cast<const char*>(first) + elements * static_cast<long long>(SizeOfType(type));
}

auto Batch(const MixedCall& mixed, const void* a, const void* b, void* c, const Strides& strides) {
  return [=, types = MixedTypes{mixed.a, mixed.b, mixed.c, false}](int i) -> Place {
    return {Advance(a, i * strides.a, types.a), Advance(b, i * strides.b, types.b),
            const_cast<char*>(Advance(c, i * strides.c, types.c))};
  };
}

}  // namespace

void MultiplyMixed(const Product& p, const MixedTypes& types, double alpha, const void* a, const void* b, double beta,
                   void* c) {
  if (types.in_double)
    MultiplyIn<double>(p, types, alpha, a, b, beta, c);
  else
    MultiplyIn<float>(p, types, alpha, a, b, beta, c);
}

}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                            int k, const void* alpha, const void* A, cudaDataType Atype, int lda, const void* B,
                            cudaDataType Btype, int ldb, const void* beta, void* C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t computeType, cublasGemmAlgo_t) {
  Call call(handle, "cublasGemmEx", LOCKSTEP_BLAS_CALLER);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  return Run(call, mixed, 1, 1, Batch(mixed, A, B, C, {}));
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                          int m, int n, int k, const void* alpha, const void* A, cudaDataType Atype,
                                          int lda, long long int strideA, const void* B, cudaDataType Btype, int ldb,
                                          long long int strideB, const void* beta, void* C, cudaDataType Ctype, int ldc,
                                          long long int strideC, int batchCount, cublasComputeType_t computeType,
                                          cublasGemmAlgo_t) {
  Call call(handle, "cublasGemmStridedBatchedEx", LOCKSTEP_BLAS_CALLER);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  return Run(call, mixed, batchCount, batchCount, Batch(mixed, A, B, C, {strideA, strideB, strideC}));
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                   int n, int k, const void* alpha, const void* const Aarray[], cudaDataType Atype,
                                   int lda, const void* const Barray[], cudaDataType Btype, int ldb, const void* beta,
                                   void* const Carray[], cudaDataType Ctype, int ldc, int batchCount,
                                   cublasComputeType_t computeType, cublasGemmAlgo_t) {
  Call call(handle, "cublasGemmBatchedEx", LOCKSTEP_BLAS_CALLER);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  const bool known = call.Pointers("Aarray", Aarray, batchCount) && call.Pointers("Barray", Barray, batchCount) &&
                     call.Pointers("Carray", Carray, batchCount);
  return Run(call, mixed, batchCount, known ? batchCount : 0,
             [=](int i) -> Place { return {Aarray[i], Barray[i], Carray[i]}; });
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                             int k, const float* alpha, const void* A, cudaDataType Atype, int lda, const void* B,
                             cudaDataType Btype, int ldb, const float* beta, void* C, cudaDataType Ctype, int ldc) {
  Call call(handle, "cublasSgemmEx", LOCKSTEP_BLAS_CALLER);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, Computation::kFloat};
  return Run(call, mixed, 1, 1, Batch(mixed, A, B, C, {}));
}
}
