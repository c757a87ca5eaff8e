// Products of matrices whose types are named at run time.

#include <functional>
#include <string>

#include "sim/blas/groups.h"
#include "sim/blas/mixed.h"
#include "sim/blas/products.h"

namespace lockstep::blas {
namespace {

// The type in which a computation multiplies and adds, and that of alpha and beta.
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

// The combinations of cuBLAS's table for cublasGemmEx.
bool IsSupported(Computation computation, cudaDataType a, cudaDataType b, cudaDataType c) {
  if (a != b) return false;
  switch (computation) {
    case Computation::kHalf: return a == CUDA_R_16F && c == CUDA_R_16F;
    case Computation::kInteger: return a == CUDA_R_8I && c == CUDA_R_32I;
    case Computation::kDouble: return (a == CUDA_R_64F || a == CUDA_C_64F) && c == a;
    case Computation::kFloat:
      if (a == CUDA_R_16F || a == CUDA_R_16BF) return c == a || c == CUDA_R_32F;
      if (a == CUDA_C_8I || a == CUDA_C_32F) return c == CUDA_C_32F;
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

// The type of alpha and beta.
cudaDataType ScaleOf(const MixedCall& mixed) {
  const bool is_complex = IsComplex(mixed.c);
  switch (mixed.computation) {
    case Computation::kHalf: return CUDA_R_16F;
    case Computation::kDouble: return is_complex ? CUDA_C_64F : CUDA_R_64F;
    case Computation::kInteger: return CUDA_R_32I;
    default: return is_complex ? CUDA_C_32F : CUDA_R_32F;
  }
}

// A function that gives the factor when the work is done.
std::function<Number()> FactorOf(Call& call, const char* name, const void* given, cudaDataType type) {
  call.Require(given != nullptr, [&] { return "`" + std::string(name) + "` is null"; });
  if (!call.ok()) return [] { return Number{}; };
  if (!call.on_device()) return [value = ReadNumber(type, given, 0)] { return value; };
  call.Vector(name, static_cast<const char*>(given), static_cast<std::int64_t>(SizeOfType(type)), 1, Use::kRead);
  return [=] { return ReadNumber(type, given, 0); };
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
cublasStatus_t Run(Call& call, const MixedCall& mixed, Int count, Int listed, At at) {
  call.Size("batchCount", count);
  if (!Check(call, mixed)) return call.status();
  const auto alpha = FactorOf(call, "alpha", mixed.alpha, ScaleOf(mixed));
  const auto beta = FactorOf(call, "beta", mixed.beta, ScaleOf(mixed));
  if (!call.ok() || mixed.product.IsEmpty()) return call.status();
  const bool uses_c = !call.on_device() && beta() != 0.0;
  for (Int i = 0; i < listed; ++i) {
    const auto [a, b, c] = at(i);
    List(call, mixed, a, b, c, uses_c);
  }
  const bool in_double = mixed.computation == Computation::kDouble || mixed.computation == Computation::kInteger;
  return call.Submit([=] {
    for (Int i = 0; i < count; ++i) {
      const auto [a, b, c] = at(i);
      MultiplyMixed(mixed.product, {mixed.a, mixed.b, mixed.c, in_double}, alpha(), a, b, beta(), c);
    }
  });
}

struct MatrixPlace {
  const void *a, *b;
  void* c;
};

const char* Advance(const void* first, long long elements, cudaDataType type) {
  return static_cast<const char*>(first) + elements * static_cast<long long>(SizeOfType(type));
}

auto Batch(const MixedCall& mixed, const void* a, const void* b, void* c, const Strides& strides) {
  return [=, types = MixedTypes{mixed.a, mixed.b, mixed.c, false}](Int i) -> MatrixPlace {
    return {Advance(a, i * strides.a, types.a), Advance(b, i * strides.b, types.b),
            const_cast<char*>(Advance(c, i * strides.c, types.c))};
  };
}

// The types of a function for complex numbers of float.
void RequireComplexFloat(Call& call, std::initializer_list<cudaDataType> inputs, cudaDataType result) {
  for (const cudaDataType type : inputs)
    if (type != CUDA_C_8I && type != CUDA_C_32F) call.NotSupported("a type is neither CUDA_C_8I nor CUDA_C_32F");
  if (result != CUDA_C_32F) call.NotSupported("`Ctype` is not CUDA_C_32F");
}

// One triangle of C = alpha * op(A) * op(A)' + beta * C: symmetric, or Hermitian with real factors.
struct RankUpdate {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  Int n, k;
  const void* a;
  cudaDataType type;
  Int lda;
  cuComplex* c;
  Int ldc;
  bool is_hermitian;
};
template <class F>
Number AsNumber(const F& factor) {
  if constexpr (requires { factor.x; })
    return {factor.x, factor.y};
  else
    return factor;
}

void Update(const RankUpdate& u, const Number& alpha, const Number& beta) {
  const cublasOperation_t turned = u.is_hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const bool is_plain = u.trans == CUBLAS_OP_N;
  const auto product = Multiply<std::complex<float>>({u.a, u.type, is_plain ? CUBLAS_OP_N : turned, u.n, u.k, u.lda},
                                                     {u.a, u.type, is_plain ? turned : CUBLAS_OP_N, u.k, u.n, u.lda});
  for (std::int64_t j = 0; j < u.n; ++j) {
    const bool is_upper = u.uplo == CUBLAS_FILL_MODE_UPPER;
    for (std::int64_t i = is_upper ? 0 : j; i < (is_upper ? j + 1 : u.n); ++i) {
      Number sum = alpha * Number(product[static_cast<std::size_t>(i + j * u.n)]);
      if (beta != 0.0) sum += beta * ReadNumber(CUDA_C_32F, u.c, i + j * u.ldc);
      if (u.is_hermitian && i == j) sum = sum.real();
      WriteNumber(CUDA_C_32F, u.c, i + j * u.ldc, sum);
    }
  }
}

template <class F>
cublasStatus_t Rank(Call& call, const RankUpdate& u, const F* alpha, const F* beta, cudaDataType result) {
  const Factor<F> a = call.Scalar("alpha", alpha), b = call.Scalar("beta", beta);
  call.Triangle(u.uplo);
  call.Operation("trans", u.trans);
  call.Sizes({{"n", u.n}, {"k", u.k}});
  const std::int64_t rows = u.trans == CUBLAS_OP_N ? u.n : u.k, columns = u.trans == CUBLAS_OP_N ? u.k : u.n;
  call.Leading("lda", u.lda, rows, "A");
  call.Leading("ldc", u.ldc, u.n, "C");
  RequireComplexFloat(call, {u.type}, result);
  if (!call.ok() || u.n == 0) return call.status();
  const auto size = static_cast<std::int64_t>(SizeOfType(u.type));
  call.Matrix("A", static_cast<const char*>(u.a), rows * size, columns, u.lda * size, Use::kRead);
  call.Triangle("C", u.c, u.uplo, u.n, u.ldc, UseBy(b));
  return call.Submit([=] { Update(u, AsNumber(a()), AsNumber(b())); });
}

cublasStatus_t RunInGroups(Call& call, const std::vector<Group>& groups, const MixedCall& of,
                           const std::function<MatrixPlace(Int)>& at, Int known) {
  const cudaDataType scale = ScaleOf(of);
  call.Require(groups.empty() || (of.alpha && of.beta), [] { return "the factors are null"; });
  if (!IsSupported(of.computation, of.a, of.b, of.c))
    call.NotSupported("no computation takes these types of `A`, `B` and `C`, or none that is supported here");
  if (!call.ok()) return call.status();
  std::vector<Number> alphas, betas;
  Int next = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    alphas.push_back(ReadNumber(scale, of.alpha, static_cast<std::int64_t>(g)));
    betas.push_back(ReadNumber(scale, of.beta, static_cast<std::int64_t>(g)));
    MixedCall one = of;
    one.product = groups[g].product;
    for (Int i = 0; i < groups[g].count; ++i, ++next) {
      if (next >= known || one.product.IsEmpty()) continue;
      const MatrixPlace place = at(next);
      List(call, one, place.a, place.b, place.c, betas.back() != 0.0);
    }
  }
  const MixedTypes types{of.a, of.b, of.c, of.computation == Computation::kDouble};
  return call.Submit([=] {
    Int member = 0;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (Int i = 0; i < groups[g].count; ++i, ++member) {
        if (groups[g].product.IsEmpty()) continue;
        const MatrixPlace place = at(member);
        MultiplyMixed(groups[g].product, types, alphas[g], place.a, place.b, betas[g], place.c);
      }
  });
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t LOCKSTEP_SIZED(cublasGemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                            Int m, Int n, Int k, const void* alpha, const void* A, cudaDataType Atype,
                                            Int lda, const void* B, cudaDataType Btype, Int ldb, const void* beta,
                                            void* C, cudaDataType Ctype, Int ldc, cublasComputeType_t computeType,
                                            cublasGemmAlgo_t) {
  NEW_CALL(GemmEx);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  return Run(call, mixed, 1, 1, Batch(mixed, A, B, C, {}));
}

cublasStatus_t LOCKSTEP_SIZED(cublasGemmStridedBatchedEx)(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k, const void* alpha,
    const void* A, cudaDataType Atype, Int lda, long long int strideA, const void* B, cudaDataType Btype, Int ldb,
    long long int strideB, const void* beta, void* C, cudaDataType Ctype, Int ldc, long long int strideC,
    Int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  NEW_CALL(GemmStridedBatchedEx);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  return Run(call, mixed, batchCount, batchCount, Batch(mixed, A, B, C, {strideA, strideB, strideC}));
}

cublasStatus_t LOCKSTEP_SIZED(cublasGemmBatchedEx)(cublasHandle_t handle, cublasOperation_t transa,
                                                   cublasOperation_t transb, Int m, Int n, Int k, const void* alpha,
                                                   const void* const Aarray[], cudaDataType Atype, Int lda,
                                                   const void* const Barray[], cudaDataType Btype, Int ldb,
                                                   const void* beta, void* const Carray[], cudaDataType Ctype, Int ldc,
                                                   Int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t) {
  NEW_CALL(GemmBatchedEx);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, ComputationOf(computeType)};
  const bool known = call.Pointers("Aarray", Aarray, batchCount) && call.Pointers("Barray", Barray, batchCount) &&
                     call.Pointers("Carray", Carray, batchCount);
  return Run(call, mixed, batchCount, known ? batchCount : 0,
             [=](Int i) -> MatrixPlace { return {Aarray[i], Barray[i], Carray[i]}; });
}

cublasStatus_t LOCKSTEP_SIZED(cublasSgemmEx)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                                             Int m, Int n, Int k, const float* alpha, const void* A, cudaDataType Atype,
                                             Int lda, const void* B, cudaDataType Btype, Int ldb, const float* beta,
                                             void* C, cudaDataType Ctype, Int ldc) {
  NEW_CALL(SgemmEx);
  const MixedCall mixed{
      {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, Computation::kFloat};
  return Run(call, mixed, 1, 1, Batch(mixed, A, B, C, {}));
}

#define LOCKSTEP_BLAS(name)                                                                                           \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(                                                                        \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, Int m, Int n, Int k,                 \
      const cuComplex* alpha, const void* A, cudaDataType Atype, Int lda, const void* B, cudaDataType Btype, Int ldb, \
      const cuComplex* beta, void* C, cudaDataType Ctype, Int ldc) {                                                  \
    NEW_CALL(name);                                                                                                   \
    RequireComplexFloat(call, {Atype, Btype}, Ctype);                                                                 \
    if (!call.ok()) return call.status();                                                                             \
    const MixedCall mixed{                                                                                            \
        {transa, transb, m, n, k, lda, ldb, ldc}, Atype, Btype, Ctype, alpha, beta, Computation::kFloat};             \
    return Run(call, mixed, 1, 1, Batch(mixed, A, B, C, {}));                                                         \
  }
LOCKSTEP_BLAS(CgemmEx)
LOCKSTEP_BLAS(Cgemm3mEx)
#undef LOCKSTEP_BLAS

#define LOCKSTEP_BLAS(name, F, is_hermitian)                                                                          \
  cublasStatus_t LOCKSTEP_SIZED(cublas##name)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                              Int n, Int k, const F* alpha, const void* A, cudaDataType Atype,        \
                                              Int lda, const F* beta, void* C, cudaDataType Ctype, Int ldc) {         \
    NEW_CALL(name);                                                                                                   \
    return Rank(call, {uplo, trans, n, k, A, Atype, lda, static_cast<cuComplex*>(C), ldc, is_hermitian}, alpha, beta, \
                Ctype);                                                                                               \
  }
LOCKSTEP_BLAS(CsyrkEx, cuComplex, false)
LOCKSTEP_BLAS(Csyrk3mEx, cuComplex, false)
LOCKSTEP_BLAS(CherkEx, float, true)
LOCKSTEP_BLAS(Cherk3mEx, float, true)
#undef LOCKSTEP_BLAS

cublasStatus_t LOCKSTEP_SIZED(cublasGemmGroupedBatchedEx)(
    cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[],
    const Int m_array[], const Int n_array[], const Int k_array[], const void* alpha_array, const void* const Aarray[],
    cudaDataType Atype, const Int lda_array[], const void* const Barray[], cudaDataType Btype, const Int ldb_array[],
    const void* beta_array, void* const Carray[], cudaDataType Ctype, const Int ldc_array[], Int group_count,
    const Int group_size[], cublasComputeType_t computeType) {
  NEW_CALL(GemmGroupedBatchedEx);
  const auto groups = GroupsOf(call, {transa_array, transb_array, m_array, n_array, k_array, lda_array, ldb_array,
                                      ldc_array, group_size, group_count});
  if (!call.ok()) return call.status();
  const Int count = CountIn(groups);
  const bool is_known = call.Pointers("Aarray", Aarray, count) && call.Pointers("Barray", Barray, count) &&
                        call.Pointers("Carray", Carray, count);
  return RunInGroups(
      call, groups, {{}, Atype, Btype, Ctype, alpha_array, beta_array, ComputationOf(computeType)},
      [=](Int i) -> MatrixPlace { return {Aarray[i], Barray[i], Carray[i]}; }, is_known ? count : 0);
}
}
