// Handles of cuBLASLt, which keep nothing, and its log, which stays empty.

#include <fmt/format.h>

#include "sim/blas/live_handles.h"
#include "sim/blas/lt_problem.h"

struct cublasLtContext {};

namespace lockstep::blas {
namespace {

using LtHandles = LiveHandles<cublasLtContext>;

constexpr int kMostVerboseLevel = 5;
std::size_t cache_capacity = 8192;

}  // namespace

bool IsLtHandle(cublasLtHandle_t handle) {
  return LtHandles::All().Has(handle) || IsHandle(reinterpret_cast<cublasHandle_t>(handle));
}

}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* lightHandle) { return LtHandles::All().Create(lightHandle); }
cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle) { return LtHandles::All().Destroy(lightHandle); }

const char* cublasLtGetStatusName(cublasStatus_t status) { return cublasGetStatusName(status); }
const char* cublasLtGetStatusString(cublasStatus_t status) { return cublasGetStatusString(status); }
size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion() { return cublasGetCudartVersion(); }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int* value) { return cublasGetProperty(type, value); }

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  if (!capacity) return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = cache_capacity;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
  cache_capacity = capacity;
  return CUBLAS_STATUS_SUCCESS;
}
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) { return 0; }

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetFile(FILE*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerOpenFile(const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerSetLevel(int level) {
  return level >= 0 && level <= kMostVerboseLevel ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtLoggerSetMask(int) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasLtLoggerForceDisable() { return CUBLAS_STATUS_SUCCESS; }
}
