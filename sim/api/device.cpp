// Device management, versions, limits, and functions for several processes or devices.

#include <cstring>

#include "shared/trace/modelled.h"
#include "sim/api/call.h"
#include "sim/api/device_properties.h"
#include "sim/api/execution.h"
#include "sim/api/graph.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

// The settings of cudaDeviceSetLimit that are only stored. The device heap is a real limit; that of the stack is one
// for the checker.
struct Limits {
  std::size_t printf_fifo = 1 << 20, sync_depth = 2, pending_launches = 2048, l2_granularity = 64;
  std::size_t persisting_l2 = 0;
};
Limits limits;
unsigned device_flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
cudaFuncCache cache_config = cudaFuncCachePreferNone;
cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;

// During a capture that forbids waiting, a wait is an error.
cudaError_t Synchronize() {
  return Call([](Session&) -> cudaError_t {
    if (const cudaError_t error = RefuseWhileCapturing()) return error;
    launch::TellHost(&machine::HostObserver::HostWaitsForAll);
    return cudaSuccess;
  });
}

std::size_t* RememberedLimit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitPrintfFifoSize: return &limits.printf_fifo;
    case cudaLimitDevRuntimeSyncDepth: return &limits.sync_depth;
    case cudaLimitDevRuntimePendingLaunchCount: return &limits.pending_launches;
    case cudaLimitMaxL2FetchGranularity: return &limits.l2_granularity;
    case cudaLimitPersistingL2CacheSize: return &limits.persisting_l2;
    default: return nullptr;
  }
}

template <class T>
cudaError_t Answer(T* out, T value) {
  return Call([&](Session&) {
    if (!out) return cudaErrorInvalidValue;
    *out = value;
    return cudaSuccess;
  });
}

bool IsDevice(int device) { return device >= 0 && device < kDeviceCount; }

}  // namespace

cudaError_t LimitOf(cudaLimit limit, std::size_t& value) {
  Session& session = Session::Get();
  const std::size_t* remembered = RememberedLimit(limit);
  if (limit == cudaLimitMallocHeapSize)
    value = session.memory().heap_limit();
  else if (limit == cudaLimitStackSize)
    value = session.machine().stack_limit();
  else if (remembered)
    value = *remembered;
  else
    return cudaErrorUnsupportedLimit;
  return cudaSuccess;
}

std::size_t MostWaitingLaunches() { return limits.pending_launches; }

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaGetDeviceCount(int* count) { return Answer(count, kDeviceCount); }
cudaError_t cudaGetDevice(int* device) { return Answer(device, 0); }
cudaError_t cudaSetDevice(int device) {
  return Call([&](Session&) { return IsDevice(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (!IsDevice(device)) return Remember(cudaErrorInvalidDevice);
  Session::Get().Note(trace::Modelled::kDevice);
  return Answer(prop, DeviceProperties());
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return Call([&](Session& session) {
    if (!IsDevice(device)) return cudaErrorInvalidDevice;
    session.Note(trace::Modelled::kDevice);
    return value && DeviceAttribute(attr, value) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return prop ? Answer(device, 0) : Remember(cudaErrorInvalidValue);
}

cudaError_t cudaSetValidDevices(int* device_arr, int len) {
  return Call([&](Session&) {
    for (int i = 0; i < len; ++i) {
      if (!device_arr || !IsDevice(device_arr[i])) return cudaErrorInvalidDevice;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return Call([&](Session&) {
    if (flags & ~unsigned(cudaDeviceMask)) return cudaErrorInvalidValue;
    device_flags = flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) { return Answer(flags, device_flags); }

cudaError_t cudaDeviceSynchronize() { return Synchronize(); }
cudaError_t cudaThreadSynchronize() { return Synchronize(); }

// Frees all memory of the device. Existing streams and events stay usable, which CUDA leaves open.
cudaError_t cudaDeviceReset() {
  if (Session::Get().sticky_error() != cudaSuccess) launch::TellHost(&machine::HostObserver::FreesInVain, nullptr);
  return Call([](Session& session) {
    launch::TellHost(&machine::HostObserver::HostWaitsForAll);
    session.memory().FreeAll();
    limits = {};
    session.machine().set_stack_limit(machine::Machine::kStackLimit);
    session.memory().set_heap_limit(8u << 20);
    return cudaSuccess;
  });
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return Call([&](Session& session) {
    if (limit == cudaLimitMallocHeapSize) {
      session.memory().set_heap_limit(value);
      return cudaSuccess;
    }
    if (limit == cudaLimitStackSize) {
      session.machine().set_stack_limit(value);
      return cudaSuccess;
    }
    std::size_t* remembered = RememberedLimit(limit);
    if (!remembered) return cudaErrorUnsupportedLimit;
    *remembered = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) {
  std::size_t value = 0;
  const cudaError_t error = LimitOf(limit, value);
  return error == cudaSuccess ? Answer(pValue, value) : Remember(error);
}
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
cudaError_t cudaThreadGetLimit(size_t* pValue, cudaLimit limit) { return cudaDeviceGetLimit(pValue, limit); }

// The timing of caches and banks is not modelled: the settings are stored and have no effect.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
  return Call([&](Session&) {
    cache_config = cacheConfig;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) { return Answer(pCacheConfig, cache_config); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig) { return cudaDeviceSetCacheConfig(cacheConfig); }
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* pCacheConfig) { return cudaDeviceGetCacheConfig(pCacheConfig); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return Call([&](Session&) {
    shared_config = config == cudaSharedMemBankSizeDefault ? cudaSharedMemBankSizeFourByte : config;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) { return Answer(pConfig, shared_config); }
cudaError_t cudaCtxResetPersistingL2Cache() {
  return Call([](Session&) { return cudaSuccess; });
}

cudaError_t cudaDriverGetVersion(int* driverVersion) { return Answer(driverVersion, CUDART_VERSION); }
cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) { return Answer(runtimeVersion, CUDART_VERSION); }

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return Call([&](Session&) {
    if (!IsDevice(device)) return cudaErrorInvalidDevice;
    if (!pciBusId || len < 13) return cudaErrorInvalidValue;
    std::snprintf(pciBusId, std::size_t(len), "%04x:%02x:%02x.0", DeviceProperties().pciDomainID,
                  DeviceProperties().pciBusID, DeviceProperties().pciDeviceID);
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  char own[16];
  if (const cudaError_t error = cudaDeviceGetPCIBusId(own, sizeof own, 0)) return error;
  if (!pciBusId || !device) return Remember(cudaErrorInvalidValue);
  // The domain and the function may be omitted.
  return std::strstr(own, pciBusId) ? Answer(device, 0) : Remember(cudaErrorInvalidDevice);
}

// --- peers: there is one device
cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  if (!IsDevice(device) || !IsDevice(peerDevice)) return Remember(cudaErrorInvalidDevice);
  return Answer(canAccessPeer, 0);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned flags) {
  return Call([&](Session&) { return flags ? cudaErrorInvalidValue : cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
  return Call([](Session&) { return cudaErrorPeerAccessNotEnabled; });
}
cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) { return Remember(cudaErrorInvalidDevice); }

namespace {

// Every atomic operation is supported, at every scope.
cudaError_t AllAtomics(unsigned* capabilities, const cudaAtomicOperation* operations, unsigned count) {
  return Call([&](Session&) {
    if (!capabilities || !operations) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i) {
      capabilities[i] = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction |
                        cudaAtomicCapabilityScalar32 | cudaAtomicCapabilityScalar64;
    }
    return cudaSuccess;
  });
}

}  // namespace

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned* capabilities, const cudaAtomicOperation* operations,
                                                unsigned count, int device) {
  return IsDevice(device) ? AllAtomics(capabilities, operations, count) : Remember(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned*, const cudaAtomicOperation*, unsigned, int, int) {
  return Remember(cudaErrorInvalidDevice);
}
