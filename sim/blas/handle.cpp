#include "sim/blas/handle.h"

#include <atomic>
#include <cstdio>

#include "sim/blas/caller.h"
#include "sim/blas/live_handles.h"

namespace lockstep::blas {
namespace {

using Handles = LiveHandles<cublasContext>;

struct HandleCall {
  cublasHandle_t handle;
  const char* function;
  const void* caller;
};
// The call of the function in which this stands.
#define LOCKSTEP_HANDLE_CALL(handle) (HandleCall{handle, __func__, LOCKSTEP_BLAS_CALLER})

cublasStatus_t RefuseHandle(const HandleCall& call) {
  __lockstep_refuse_library_call(call.function, "`handle` is none that `cublasCreate` made, or has been destroyed",
                                 call.caller);
  return CUBLAS_STATUS_NOT_INITIALIZED;
}

// Does `body` with the handle's state.
template <class Body>
cublasStatus_t With(const HandleCall& call, Body&& body) {
  if (!IsHandle(call.handle)) return RefuseHandle(call);
  return body(*call.handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

// Kept for those who ask for it; the log stays empty.
std::atomic<cublasLogCallback> logger = nullptr;

template <class Value>
bool Give(Value* target, Value value) {
  if (target) *target = value;
  return target != nullptr;
}

}  // namespace

bool IsHandle(cublasHandle_t handle) { return Handles::All().Has(handle); }

}  // namespace lockstep::blas

using namespace lockstep::blas;

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) { return Handles::All().Create(handle); }
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  const cublasStatus_t status = Handles::All().Destroy(handle);
  // Owners that own nothing destroy null.
  return !handle || status == CUBLAS_STATUS_SUCCESS ? status : RefuseHandle(LOCKSTEP_HANDLE_CALL(handle));
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext&) { return Give(version, int{CUBLAS_VERSION}); });
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  constexpr int kValues[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  if (unsigned(type) > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  return Give(value, kValues[type]) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

size_t cublasGetCudartVersion() { return CUDART_VERSION; }

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return context.stream = stream, true; });
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return Give(stream, context.stream); });
}
// The work here needs no memory of the device.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [](cublasContext&) { return true; });
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) {
    if (unsigned(mode) > CUBLAS_POINTER_MODE_DEVICE) return false;
    return context.pointers = mode, true;
  });
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return Give(mode, context.pointers); });
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return context.atomics = mode, true; });
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return Give(mode, context.atomics); });
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return context.math = mode, true; });
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return Give(mode, context.math); });
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  return With(LOCKSTEP_HANDLE_CALL(handle),
              [&](cublasContext& context) { return context.multiprocessors = count, count >= 0; });
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* count) {
  return With(LOCKSTEP_HANDLE_CALL(handle),
              [&](cublasContext& context) { return Give(count, context.multiprocessors); });
}

#define LOCKSTEP_BLAS(name, T, member)                                                                               \
  cublasStatus_t cublasSet##name(cublasHandle_t handle, T value) {                                                   \
    return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return context.member = value, true; }); \
  }                                                                                                                  \
  cublasStatus_t cublasGet##name(cublasHandle_t handle, T* value) {                                                  \
    return With(LOCKSTEP_HANDLE_CALL(handle), [&](cublasContext& context) { return Give(value, context.member); });  \
  }
LOCKSTEP_BLAS(EmulationStrategy, cublasEmulationStrategy_t, strategy)
LOCKSTEP_BLAS(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, special_values)
LOCKSTEP_BLAS(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, control)
LOCKSTEP_BLAS(FixedPointEmulationMaxMantissaBitCount, int, most_bits)
LOCKSTEP_BLAS(FixedPointEmulationMantissaBitOffset, int, bit_offset)
LOCKSTEP_BLAS(FixedPointEmulationMantissaBitCountPointer, int*, bit_count)
#undef LOCKSTEP_BLAS

cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback) {
  logger = userCallback;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* userCallback) {
  return Give(userCallback, logger.load()) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
void cublasXerbla(const char* srName, int info) {
  std::fprintf(stderr, "On entry to %s, argument %d had an illegal value.\n", srName, info);
}

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR: return "CUBLAS_STATUS_LICENSE_ERROR";
  }
  return "unknown status";
}

const char* cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "the call succeeded";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the handle was never made, or has been destroyed";
    case CUBLAS_STATUS_INVALID_VALUE: return "an argument has a value that the function does not take";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the work on the device failed";
    case CUBLAS_STATUS_MAPPING_ERROR: return "device memory could not be accessed";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "the function does not support this combination of arguments";
    default: return cublasGetStatusName(status);
  }
}
}
