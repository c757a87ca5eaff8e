// The algorithms of a product, of which there is one here: it takes no workspace, and what a program sets in it is kept
// and changes nothing.

#include <cstring>

#include "sim/blas/lt_problem.h"

namespace lockstep::blas {
namespace {

constexpr int kOnlyAlgorithm = 0;

cublasLtMatmulAlgo_t NewAlgorithm() {
  cublasLtMatmulAlgo_t made{};
  const LtAlgorithm contents;
  std::memcpy(&made, &contents, sizeof contents);
  return made;
}

struct Types {
  cublasComputeType_t computation;
  cudaDataType scale, a, b, c, d;
  bool AreKnown() const { return FindTypes(computation, scale, a, b, c, d) != nullptr; }
};

struct Capability {
  int number;
  std::size_t size;
  std::uint64_t value;
};
// Lists of tiles and of stages are empty: a kernel's shape cannot be chosen.
constexpr Capability kCapabilities[] = {
    {CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, 4, CUBLASLT_REDUCTION_SCHEME_NONE},
    {CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, 4, 1},
    {CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, 4, 1},
    {CUBLASLT_ALGO_CAP_UPLO_SUPPORT, 4, 0},
    {CUBLASLT_ALGO_CAP_TILE_IDS, 0, 0},
    {CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, 4, 0},
    {CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, 4, 0},
    {CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, 4, 31},
    {CUBLASLT_ALGO_CAP_EPILOGUE_MASK, 4, 1023},
    {CUBLASLT_ALGO_CAP_STAGES_IDS, 0, 0},
    {CUBLASLT_ALGO_CAP_LD_NEGATIVE, 4, 0},
    {CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, 8,
     CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA | CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, 4, 1},
    {CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT, 4, 1},
    {CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT, 4, 0},
};

void Report(cublasLtMatmulHeuristicResult_t& result, cublasStatus_t state) {
  result.workspaceSize = 0;
  result.state = state;
  result.wavesCount = 1;
}

}  // namespace
}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
                                              cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                                              cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                                              cublasLtMatmulPreference_t preference, int requestedAlgoCount,
                                              cublasLtMatmulHeuristicResult_t heuristicResultsArray[],
                                              int* returnAlgoCount) {
  Call call(IsLtHandle(lightHandle), nullptr, "cublasLtMatmulAlgoGetHeuristic", LOCKSTEP_BLAS_CALLER);
  if (returnAlgoCount) *returnAlgoCount = 0;
  call.Require(ContentsOf(preference) != nullptr,
               [] { return "`preference` is null, was never initialised or has been destroyed"; });
  call.Require(requestedAlgoCount > 0, [&] { return "`requestedAlgoCount` is " + std::to_string(requestedAlgoCount); });
  call.Require(heuristicResultsArray && returnAlgoCount, [] { return "the place for the results is null"; });
  if (!call.ok()) return call.status();
  ProblemOf(call, {operationDesc, Adesc, Bdesc, Cdesc, Ddesc});
  if (!call.ok()) return call.status();
  heuristicResultsArray[0].algo = NewAlgorithm();
  Report(heuristicResultsArray[0], CUBLAS_STATUS_SUCCESS);
  *returnAlgoCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle, cublasComputeType_t computeType,
                                        cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype,
                                        cudaDataType_t Ctype, cudaDataType_t Dtype, int requestedAlgoCount,
                                        int algoIdsArray[], int* returnAlgoCount) {
  Call call(IsLtHandle(lightHandle), nullptr, "cublasLtMatmulAlgoGetIds", LOCKSTEP_BLAS_CALLER);
  call.Require(requestedAlgoCount > 0, [&] { return "`requestedAlgoCount` is " + std::to_string(requestedAlgoCount); });
  call.Require(algoIdsArray && returnAlgoCount, [] { return "the place for the results is null"; });
  if (!call.ok()) return call.status();
  *returnAlgoCount = 0;
  if (Types{computeType, scaleType, Atype, Btype, Ctype, Dtype}.AreKnown())
    algoIdsArray[(*returnAlgoCount)++] = kOnlyAlgorithm;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle, cublasComputeType_t computeType,
                                      cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype,
                                      cudaDataType_t Ctype, cudaDataType_t Dtype, int algoId,
                                      cublasLtMatmulAlgo_t* algo) {
  Call call(IsLtHandle(lightHandle), nullptr, "cublasLtMatmulAlgoInit", LOCKSTEP_BLAS_CALLER);
  call.Require(algo != nullptr, [] { return "`algo` is null"; });
  call.Require(algoId == kOnlyAlgorithm,
               [&] { return "`algoId` is " + std::to_string(algoId) + ", and the only one is 0"; });
  if (!Types{computeType, scaleType, Atype, Btype, Ctype, Dtype}.AreKnown())
    call.NotSupported("no computation takes this combination of types");
  if (call.ok()) *algo = NewAlgorithm();
  return call.status();
}

// A program that searches asks about combinations that do not exist, which is no misuse.
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
                                       cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                                       cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                                       const cublasLtMatmulAlgo_t* algo, cublasLtMatmulHeuristicResult_t* result) {
  Call call(IsLtHandle(lightHandle), nullptr, "cublasLtMatmulAlgoCheck", LOCKSTEP_BLAS_CALLER);
  call.OnlyAsk();
  call.Require(ContentsOf(algo) && result, [] { return ""; });
  if (!call.ok()) return call.status();
  ProblemOf(call, {operationDesc, Adesc, Bdesc, Cdesc, Ddesc});
  Report(*result, call.status());
  return call.status();
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                 cublasLtMatmulAlgoCapAttributes_t attr, void* buf, size_t sizeInBytes,
                                                 size_t* sizeWritten) {
  if (!ContentsOf(algo)) return CUBLAS_STATUS_INVALID_VALUE;
  for (const Capability& capability : kCapabilities) {
    if (capability.number != attr) continue;
    const bool is_list = capability.size == 0;
    if (sizeInBytes == 0 ? !sizeWritten : !is_list && (!buf || sizeInBytes != capability.size))
      return CUBLAS_STATUS_INVALID_VALUE;
    if (sizeInBytes != 0) std::memcpy(buf, &capability.value, capability.size);
    if (sizeWritten) *sizeWritten = capability.size;
    return CUBLAS_STATUS_SUCCESS;
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}
}
