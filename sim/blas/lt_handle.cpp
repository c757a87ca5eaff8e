// Handles of cuBLASLt, which keep nothing, and its log, which stays empty.

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <unordered_map>

#include "sim/blas/lt_problem.h"

struct cublasLtContext {};

namespace lockstep::blas {
namespace {

struct LtHandles {
  std::mutex mutex;
  std::unordered_map<cublasLtHandle_t, std::unique_ptr<cublasLtContext>> live;
};

// Never destroyed: programs destroy handles in destructors of their own globals.
LtHandles& AllLtHandles() {
  static auto* handles = new LtHandles;
  return *handles;
}

constexpr int kMostVerboseLevel = 5;
std::size_t cache_capacity = 8192;

}  // namespace

bool IsLtHandle(cublasLtHandle_t handle) {
  LtHandles& handles = AllLtHandles();
  const std::lock_guard lock(handles.mutex);
  return handles.live.contains(handle) || IsHandle(reinterpret_cast<cublasHandle_t>(handle));
}

}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* lightHandle) {
  if (!lightHandle) return CUBLAS_STATUS_INVALID_VALUE;
  auto made = std::make_unique<cublasLtContext>();
  *lightHandle = made.get();
  LtHandles& handles = AllLtHandles();
  const std::lock_guard lock(handles.mutex);
  handles.live.emplace(*lightHandle, std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle) {
  LtHandles& handles = AllLtHandles();
  const std::lock_guard lock(handles.mutex);
  return handles.live.erase(lightHandle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

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
