#include "sim/blas/lt_problem.h"

#include <fmt/format.h>

#include <array>
#include <climits>

namespace lockstep::blas {
namespace {

std::int64_t BytesOf(cudaDataType type) { return static_cast<std::int64_t>(SizeOfType(type)); }

}  // namespace

void LtMatrix::Check(Call& call) const {
  const std::int64_t length = by_rows() ? columns() : rows();
  if (layout->order != CUBLASLT_ORDER_COL && layout->order != CUBLASLT_ORDER_ROW)
    call.NotSupported(fmt::format("the order of `{}` is neither by columns nor by rows", name));
  if (layout->plane_offset != 0) call.NotSupported(fmt::format("`{}` has its imaginary parts in a plane", name));
  if (layout->rows > INT_MAX || layout->columns > INT_MAX || layout->leading > INT_MAX)
    call.NotSupported(fmt::format("`{}` has more than {} rows or columns", name, INT_MAX));
  call.Require(layout->leading >= length, [&] {
    return fmt::format("the leading dimension of `{}` is {}, and it has {} {}", name, layout->leading, length,
                       by_rows() ? "columns" : "rows");
  });
  call.Require(count() >= 1, [&] { return fmt::format("`{}` has a batch of {} matrices", name, count()); });
  call.Require(layout->batch_mode <= CUBLASLT_BATCH_MODE_POINTER_ARRAY,
               [&] { return fmt::format("`{}` has a batch of no mode", name); });
}

void LtMatrix::List(Call& call, const void* first, Use use) const {
  const std::int64_t size = BytesOf(type());
  const std::int64_t length = by_rows() ? columns() : rows(), lines = by_rows() ? rows() : columns();
  if (length == 0 || lines == 0) return;
  call.Require(first != nullptr, [&] { return fmt::format("`{}` is null", name); });
  if (!call.ok()) return;
  if (is_listed() && !call.Pointers(name, static_cast<const void* const*>(first), count())) return;
  for (std::int64_t i = 0; i < count(); ++i)
    call.Matrix(name, static_cast<const char*>(Member(first, i)), length * size, lines, layout->leading * size, use);
}

const void* LtMatrix::Member(const void* first, std::int64_t i) const {
  if (!first) return nullptr;
  if (is_listed()) return static_cast<const void* const*>(first)[i];
  return static_cast<const char*>(first) + i * layout->batch_stride * BytesOf(type());
}

TypedMatrix LtMatrix::As(cublasOperation_t op, const void* member) const {
  const LtShape shape = ShapeOf(*this, op);
  return {member, type(), op, shape.rows, shape.columns, layout->leading, by_rows()};
}

LtShape ShapeOf(const LtMatrix& matrix, cublasOperation_t op) {
  return op == CUBLAS_OP_N ? LtShape{matrix.rows(), matrix.columns()} : LtShape{matrix.columns(), matrix.rows()};
}
bool HasShape(const LtMatrix& matrix, std::int64_t rows, std::int64_t columns) {
  return matrix.rows() == rows && matrix.columns() == columns;
}

namespace {

constexpr LtTypes Alike(cudaDataType type) { return {type, type, type, type, type, type}; }
constexpr LtTypes InFloat(cudaDataType from, cudaDataType to) { return {CUDA_R_32F, from, from, to, to, to}; }
constexpr LtTypes WithoutEpilogues(cudaDataType scale, cudaDataType from, cudaDataType to) {
  return {scale, from, from, to, to, to, false};
}
// Of 8-bit floats: the types of C, D and the bias.
constexpr LtTypes InEightBits(cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d, cudaDataType bias) {
  return {CUDA_R_32F, a, b, c, d, bias};
}
#define EIGHT_BITS(a, b)                                           \
  InEightBits(a, b, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF),        \
      InEightBits(a, b, CUDA_R_16BF, CUDA_R_8F_E4M3, CUDA_R_16BF), \
      InEightBits(a, b, CUDA_R_16F, CUDA_R_8F_E4M3, CUDA_R_16F),   \
      InEightBits(a, b, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F), InEightBits(a, b, CUDA_R_32F, CUDA_R_32F, CUDA_R_16BF)
#define EIGHT_BITS_MIXED(a, b)                                                   \
  EIGHT_BITS(a, b), InEightBits(a, b, CUDA_R_16BF, CUDA_R_8F_E5M2, CUDA_R_16BF), \
      InEightBits(a, b, CUDA_R_16F, CUDA_R_8F_E5M2, CUDA_R_16F)

constexpr LtTypes kInHalf[] = {Alike(CUDA_R_16F)};
constexpr LtTypes kInIntegers[] = {
    WithoutEpilogues(CUDA_R_32I, CUDA_R_8I, CUDA_R_32I),
    {CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_32F},
};
constexpr LtTypes kInFloat[] = {
    Alike(CUDA_R_32F),
    InFloat(CUDA_R_16F, CUDA_R_16F),
    InFloat(CUDA_R_16BF, CUDA_R_16BF),
    InFloat(CUDA_R_16F, CUDA_R_32F),
    InFloat(CUDA_R_16BF, CUDA_R_32F),
    WithoutEpilogues(CUDA_R_32F, CUDA_R_8I, CUDA_R_32F),
    WithoutEpilogues(CUDA_C_32F, CUDA_C_8I, CUDA_C_32F),
    WithoutEpilogues(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F),
    EIGHT_BITS(CUDA_R_8F_E4M3, CUDA_R_8F_E4M3),
    EIGHT_BITS_MIXED(CUDA_R_8F_E4M3, CUDA_R_8F_E5M2),
    EIGHT_BITS_MIXED(CUDA_R_8F_E5M2, CUDA_R_8F_E4M3),
};
constexpr LtTypes kInFastFloat[] = {Alike(CUDA_R_32F), WithoutEpilogues(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F)};
constexpr LtTypes kInDouble[] = {Alike(CUDA_R_64F), WithoutEpilogues(CUDA_C_64F, CUDA_C_64F, CUDA_C_64F)};

std::span<const LtTypes> TypesOf(cublasComputeType_t computation) {
  switch (computation) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC: return kInHalf;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC: return kInIntegers;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC: return kInFloat;
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return kInFastFloat;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return kInDouble;
  }
  return {};
}

template <class Contents>
Contents Open(Call& call, const char* name, const Contents* contents) {
  call.Require(contents != nullptr,
               [&] { return fmt::format("`{}` is null, was never initialised or has been destroyed", name); });
  return contents ? *contents : Contents{};
}

bool IsEpilogue(std::uint32_t value) {
  switch (value) {
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_RELU_AUX:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DRELU:
    case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DGELU:
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
    case CUBLASLT_EPILOGUE_BGRADA:
    case CUBLASLT_EPILOGUE_BGRADB: return true;
    default: return false;
  }
}

void CheckOperations(Call& call, const LtMatmul& of) {
  for (const auto& [name, value] : {std::pair{"TRANSA", of.transa}, {"TRANSB", of.transb}})
    call.Require(unsigned(value) <= CUBLAS_OP_C,
                 [&] { return fmt::format("CUBLASLT_MATMUL_DESC_{} is {}", name, value); });
  call.Require(unsigned(of.pointer_mode) <= CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST,
               [&] { return fmt::format("CUBLASLT_MATMUL_DESC_POINTER_MODE is {}", of.pointer_mode); });
  call.Require(IsEpilogue(of.epilogue),
               [&] { return fmt::format("CUBLASLT_MATMUL_DESC_EPILOGUE is {}", of.epilogue); });
  if (of.transc != CUBLAS_OP_N) call.NotSupported("CUBLASLT_MATMUL_DESC_TRANSC is not CUBLAS_OP_N");
  if (of.fill_mode != CUBLAS_FILL_MODE_FULL)
    call.NotSupported("CUBLASLT_MATMUL_DESC_FILL_MODE is not CUBLAS_FILL_MODE_FULL");
}

void CheckShapes(Call& call, const LtProblem& problem) {
  const LtShape a = ShapeOf(problem.a(), problem.transa()), b = ShapeOf(problem.b(), problem.transb());
  const LtMatrix d = problem.d();
  call.Require(a.columns == b.rows, [&] {
    return fmt::format("op(`A`) is {} x {}, and op(`B`) is {} x {}", a.rows, a.columns, b.rows, b.columns);
  });
  call.Require(HasShape(d, a.rows, b.columns), [&] {
    return fmt::format("`D` is {} x {}, and the product is {} x {}", d.rows(), d.columns(), a.rows, b.columns);
  });
  for (const LtMatrix& other : {problem.a(), problem.b(), problem.c()})
    call.Require(other.count() == d.count(), [&] {
      return fmt::format("`{}` has a batch of {} matrices, and `D` one of {}", other.name, other.count(), d.count());
    });
  call.Require(HasShape(problem.c(), d.rows(), d.columns()), [&] {
    return fmt::format("`C` is {} x {}, and `D` is {} x {}", problem.c().rows(), problem.c().columns(), d.rows(),
                       d.columns());
  });
  call.Require(problem.c().by_rows() == d.by_rows(), [] { return "`C` and `D` have different orders"; });
}

// The attributes that only matrices of 8-bit floats have.
void CheckScales(Call& call, const LtProblem& problem) {
  const LtMatmul& of = problem.of;
  const auto only_for = [&](const char* attribute, const void* pointer, cudaDataType type) {
    call.Require(pointer == nullptr || IsEightBitFloat(type), [&] {
      return fmt::format("CUBLASLT_MATMUL_DESC_{} is for a matrix of 8-bit floats, and this is none", attribute);
    });
  };
  only_for("A_SCALE_POINTER", of.a_scale, problem.types.a);
  only_for("B_SCALE_POINTER", of.b_scale, problem.types.b);
  only_for("C_SCALE_POINTER", of.c_scale, problem.types.c);
  only_for("D_SCALE_POINTER", of.d_scale, problem.types.d);
  only_for("AMAX_D_POINTER", of.d_amax, problem.types.d);
  only_for("EPILOGUE_AUX_SCALE_POINTER", of.aux_scale, problem.aux_type());
  only_for("EPILOGUE_AUX_AMAX_POINTER", of.aux_amax, problem.aux_type());
  for (const std::int32_t mode : {of.a_scale_mode, of.b_scale_mode})
    if (mode != CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F && mode != CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F)
      call.NotSupported("factors for blocks of a matrix (CUBLASLT_MATMUL_DESC_..._SCALE_MODE) are not supported here");
  if (of.c_scale_mode || of.d_scale_mode || of.aux_scale_mode || of.d_out_scale_mode || of.d_out_scale)
    call.NotSupported("factors for parts of `C`, `D` or the auxiliary matrix are not supported here");
}

// 8-bit floats are multiplied along rows of 16 bytes.
void CheckEightBits(Call& call, const LtProblem& problem) {
  if (!IsEightBitFloat(problem.types.a)) return;
  const bool is_tn = problem.a().by_rows() == (problem.transa() == CUBLAS_OP_N) &&
                     problem.b().by_rows() != (problem.transb() == CUBLAS_OP_N);
  if (!is_tn) call.NotSupported("8-bit floats need a transposed `A` and a plain `B` on this device");
  for (const LtMatrix& matrix : {problem.a(), problem.b(), problem.c(), problem.d()})
    if (matrix.layout->leading * BytesOf(matrix.type()) % 16 != 0)
      call.NotSupported(
          fmt::format("with 8-bit floats, the leading dimension of `{}` has to be a multiple of 16 bytes, and is {}",
                      matrix.name, matrix.layout->leading * BytesOf(matrix.type())));
}

void CheckAux(Call& call, const LtProblem& problem) {
  if (!problem.HasAux()) return;
  const LtMatmul& of = problem.of;
  const int unit = problem.AuxIsMask() ? 128 : 8;
  call.Require(of.aux_leading >= problem.m() && of.aux_leading % unit == 0, [&] {
    return fmt::format(
        "CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD is {}, and has to be a multiple of {} that is not less than {} rows",
        of.aux_leading, unit, problem.m());
  });
  call.Require(of.aux_stride % unit == 0, [&] {
    return fmt::format("CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE is {}, and has to be a multiple of {}",
                       of.aux_stride, unit);
  });
  const bool is_type =
      problem.aux_type() == problem.types.d || (problem.types.d == CUDA_R_8F_E4M3 && problem.aux_type() == CUDA_R_16F);
  if (!problem.AuxIsMask() && !is_type) call.NotSupported("the auxiliary matrix does not have the type of `D`");
}

void CheckEpilogue(Call& call, const LtProblem& problem) {
  const LtMatmul& of = problem.of;
  if (of.epilogue != CUBLASLT_EPILOGUE_DEFAULT && !problem.types.has_epilogues)
    call.NotSupported("these types have no epilogue but CUBLASLT_EPILOGUE_DEFAULT");
  const bool has_bias =
      (of.epilogue & (CUBLASLT_EPILOGUE_BIAS | 16 | CUBLASLT_EPILOGUE_BGRADA | CUBLASLT_EPILOGUE_BGRADB)) != 0;
  if (has_bias && of.bias_type != -1 && of.bias_type != problem.types.bias)
    call.NotSupported("CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE is not the type of a bias of these matrices");
  CheckAux(call, problem);
}

}  // namespace

const LtTypes* FindTypes(cublasComputeType_t computation, cudaDataType scale, cudaDataType a, cudaDataType b,
                         cudaDataType c, cudaDataType d) {
  for (const LtTypes& types : TypesOf(computation))
    if (types.scale == scale && types.a == a && types.b == b && types.c == c && types.d == d) return &types;
  return nullptr;
}

LtProblem ProblemOf(Call& call, const LtDescriptors& given) {
  LtProblem problem{Open(call, "computeDesc", ContentsOf(given.matmul)),
                    Open(call, "Adesc", ContentsOf(given.a)),
                    Open(call, "Bdesc", ContentsOf(given.b)),
                    Open(call, "Cdesc", ContentsOf(given.c)),
                    Open(call, "Ddesc", ContentsOf(given.d)),
                    {}};
  if (!call.ok()) return problem;
  CheckOperations(call, problem.of);
  for (const LtMatrix& matrix : {problem.a(), problem.b(), problem.c(), problem.d()}) matrix.Check(call);
  if (!call.ok()) return problem;
  CheckShapes(call, problem);
  const LtTypes* types = FindTypes(static_cast<cublasComputeType_t>(problem.of.compute_type),
                                   static_cast<cudaDataType>(problem.of.scale_type), problem.a().type(),
                                   problem.b().type(), problem.c().type(), problem.d().type());
  if (!types)
    call.NotSupported("the computation does not take this combination of types of the factors, `A`, `B`, `C` and `D`");
  if (!call.ok()) return problem;
  problem.types = *types;
  CheckScales(call, problem);
  CheckEightBits(call, problem);
  CheckEpilogue(call, problem);
  return problem;
}

}  // namespace lockstep::blas
