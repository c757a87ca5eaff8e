// Contexts, and the device's primary one.

#include "sim/driver/contexts.h"

#include <atomic>
#include <utility>
#include <vector>

#include "shared/base/thread_state.h"
#include "sim/driver/call.h"

namespace lockstep::driver {
namespace {

api::Handles<CUctx_st>& Contexts() {
  static auto* contexts = new api::Handles<CUctx_st>;
  return *contexts;
}

struct ContextStack {
  std::vector<CUcontext> contexts;
};
std::vector<CUcontext>& Stack() { return StateOfThread<ContextStack>().contexts; }

struct Primary {
  CUcontext context = nullptr;
  std::mutex mutex;
  unsigned retained = 0;
};
Primary& ThePrimary() {
  static auto* primary = [] {
    auto* made = new Primary;
    auto context = std::make_unique<CUctx_st>();
    context->is_primary = true;
    context->id = 1;
    made->context = Contexts().Add(std::move(context));
    return made;
  }();
  return *primary;
}

std::atomic<bool> initialized{false};
std::atomic<std::uint64_t> contexts_made{1};  // with the primary one

bool HasOnlyKnownFlags(unsigned flags) { return (flags & ~unsigned(CU_CTX_FLAGS_MASK)) == 0; }

// 0: there is no allocation.
std::uint64_t SerialOf(CUdeviceptr address) {
  const memory::MemoryObject* object = api::Session::Get().memory().FindLive(address);
  return object ? object->serial : 0;
}

cudaError_t FreeAllOf(CUcontext context) {
  std::map<CUdeviceptr, std::uint64_t> memory;
  {
    const std::lock_guard lock(context->mutex);
    memory.swap(context->memory);
  }
  for (const auto& [address, serial] : memory) {
    if (SerialOf(address) != serial) continue;
    if (const cudaError_t error = cudaFree(Pointer(address))) return error;
  }
  return cudaSuccess;
}

CUresult Create(CUcontext* out, unsigned flags, CUdevice device, machine::Caller caller) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!out || !HasOnlyKnownFlags(flags)) return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return Do(caller, [&] {
    return api::Call([&](api::Session&) {
      auto context = std::make_unique<CUctx_st>();
      context->flags = flags;
      context->id = ++contexts_made;
      *out = Contexts().Add(std::move(context));
      Stack().push_back(*out);
      return cudaSuccess;
    });
  });
}

}  // namespace

bool IsInitialized() { return initialized.load(std::memory_order_relaxed) || api::ThisHostThread().uses_runtime; }

CUcontext PrimaryContext() { return ThePrimary().context; }
bool IsContext(CUcontext context) { return Contexts().Knows(context); }

CUcontext CurrentContext() {
  if (!Stack().empty()) return Stack().back();
  return api::ThisHostThread().uses_runtime ? PrimaryContext() : nullptr;
}

CUresult CheckContext() {
  CUcontext context = CurrentContext();
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  return IsContext(context) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

void GiveToCurrentContext(CUdeviceptr memory) {
  CUcontext context = CurrentContext();
  const std::lock_guard lock(context->mutex);
  context->memory[memory] = SerialOf(memory);
}

void TakeFromContexts(CUdeviceptr memory) {
  Contexts().ForEach([&](CUctx_st& context) {
    const std::lock_guard lock(context.mutex);
    context.memory.erase(memory);
  });
}

}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuInit(unsigned int Flags) {
  if (Flags) return CUDA_ERROR_INVALID_VALUE;
  initialized = true;
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return Create(pctx, flags, dev, LOCKSTEP_AS(cuCtxCreate));
}
CUresult cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) {
  // They limit a context to a part of the device, or share it with another API; without members they ask for nothing.
  const bool asks = ctxCreateParams && (ctxCreateParams->execAffinityParams || ctxCreateParams->numExecAffinityParams ||
                                        ctxCreateParams->cigParams);
  if (asks) return CUDA_ERROR_NOT_SUPPORTED;
  return Create(pctx, flags, dev, LOCKSTEP_AS(cuCtxCreate));
}

CUresult cuCtxDestroy(CUcontext ctx) {
  return Call(LOCKSTEP_AS(cuCtxDestroy), [&]() -> cudaError_t {
    if (!IsContext(ctx) || ctx->is_primary) return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
    const cudaError_t error = FreeAllOf(ctx);
    if (!Stack().empty() && Stack().back() == ctx) Stack().pop_back();
    Contexts().Remove(ctx);
    return error;
  });
}

CUresult cuCtxPushCurrent(CUcontext ctx) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!IsContext(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
  Stack().push_back(ctx);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* pctx) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (Stack().empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (pctx) *pctx = Stack().back();
  Stack().pop_back();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (ctx && !IsContext(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!Stack().empty()) Stack().pop_back();
  if (ctx) Stack().push_back(ctx);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* pctx) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!pctx) return CUDA_ERROR_INVALID_VALUE;
  *pctx = CurrentContext();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return CallInContext(LOCKSTEP_AS(cuCtxGetDevice), [&] { return cudaGetDevice(device); });
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  return CallInContext(LOCKSTEP_AS(cuCtxGetFlags), [&] {
    if (!flags) return cudaErrorInvalidValue;
    *flags = CurrentContext()->flags;
    return cudaSuccess;
  });
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  CUcontext context = ctx ? ctx : CurrentContext();
  if (!context || !IsContext(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!ctxId) return CUDA_ERROR_INVALID_VALUE;
  *ctxId = context->id;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (ctx && !IsContext(ctx)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;  // the version of contexts, since CUDA 3.2
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  return CallInContext(LOCKSTEP_AS(cuCtxSynchronize), [] { return cudaDeviceSynchronize(); });
}

// The driver's numbers of limits and cache settings are the runtime's.
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return CallInContext(LOCKSTEP_AS(cuCtxSetLimit), [&] { return cudaDeviceSetLimit(cudaLimit(limit), value); });
}
CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  return CallInContext(LOCKSTEP_AS(cuCtxGetLimit), [&] { return cudaDeviceGetLimit(pvalue, cudaLimit(limit)); });
}
CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
  return CallInContext(LOCKSTEP_AS(cuCtxGetCacheConfig),
                       [&] { return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(pconfig)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return CallInContext(LOCKSTEP_AS(cuCtxSetCacheConfig),
                       [&] { return cudaDeviceSetCacheConfig(cudaFuncCache(config)); });
}
CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return CallInContext(LOCKSTEP_AS(cuCtxGetStreamPriorityRange),
                       [&] { return cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!pctx) return CUDA_ERROR_INVALID_VALUE;
  if (dev != 0) return CUDA_ERROR_INVALID_DEVICE;
  Primary& primary = ThePrimary();
  const std::lock_guard lock(primary.mutex);
  ++primary.retained;
  *pctx = primary.context;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDevicePrimaryCtxRelease), [&]() -> cudaError_t {
    if (dev != 0) return cudaErrorInvalidDevice;
    Primary& primary = ThePrimary();
    const std::lock_guard lock(primary.mutex);
    if (primary.retained == 0) return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
    return --primary.retained == 0 ? FreeAllOf(primary.context) : cudaSuccess;
  });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (dev != 0) return CUDA_ERROR_INVALID_DEVICE;
  if (!HasOnlyKnownFlags(flags)) return CUDA_ERROR_INVALID_VALUE;
  PrimaryContext()->flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (dev != 0) return CUDA_ERROR_INVALID_DEVICE;
  if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
  Primary& primary = ThePrimary();
  const std::lock_guard lock(primary.mutex);
  *flags = primary.context->flags;
  *active = primary.retained > 0 || api::ThisHostThread().uses_runtime;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  return Call(LOCKSTEP_AS(cuDevicePrimaryCtxReset), [&] {
    if (dev != 0) return cudaErrorInvalidDevice;
    {
      const std::lock_guard lock(PrimaryContext()->mutex);
      PrimaryContext()->memory.clear();
    }
    return cudaDeviceReset();
  });
}
