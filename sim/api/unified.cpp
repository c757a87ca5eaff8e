// Unified addressing and managed memory: attributes of pointers, and advice on placement.

#include <cstring>
#include <map>
#include <mutex>

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/streams.h"

namespace lockstep::api {

namespace {

// The settings of cudaMemAdvise and cudaMemPrefetchAsync for a managed allocation. They affect only the results of
// cudaMemRangeGetAttribute, because host and device share the memory.
struct Advice {
  bool read_mostly = false;
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  cudaMemLocation prefetched{cudaMemLocationTypeInvalid, cudaInvalidDeviceId};
  bool accessed_by_device = false, accessed_by_host = false;
};
std::mutex advice_mutex;
std::map<std::uint64_t, Advice>& Advices() {  // by serial number of the allocation, or address of the variable
  static auto* advices = new std::map<std::uint64_t, Advice>;
  return *advices;
}

std::uint64_t AdviceKey(const machine::Location& location) {
  return location.object ? location.object->serial : location.begin;
}

bool Known(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice: return location.id == 0;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent: return true;
    default: return false;
  }
}

cudaError_t CheckManaged(const void* pointer, std::size_t count, machine::Location* location) {
  *location = Locate(pointer);
  if (!count || location->kind != machine::LocationKind::kManaged) return cudaErrorInvalidValue;
  const std::uint64_t before = Address(pointer) - location->begin;
  return count <= location->size - before ? cudaSuccess : cudaErrorInvalidValue;
}

int DeviceNumber(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id;
  return location.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
}

cudaError_t Prefetch(const void* pointer, std::size_t count, const cudaMemLocation& to) {
  machine::Location location;
  if (const cudaError_t error = CheckManaged(pointer, count, &location)) return error;
  if (!Known(to)) return cudaErrorInvalidDevice;
  const std::lock_guard lock(advice_mutex);
  Advices()[AdviceKey(location)].prefetched = to;
  return cudaSuccess;
}

cudaError_t Advise(Advice& advice, cudaMemoryAdvise what, const cudaMemLocation& location) {
  const bool needs_place = what == cudaMemAdviseSetPreferredLocation || what == cudaMemAdviseSetAccessedBy ||
                           what == cudaMemAdviseUnsetAccessedBy;
  if (needs_place && !Known(location)) return cudaErrorInvalidDevice;
  bool& accessed = location.type == cudaMemLocationTypeDevice ? advice.accessed_by_device : advice.accessed_by_host;
  switch (what) {
    case cudaMemAdviseSetReadMostly: advice.read_mostly = true; return cudaSuccess;
    case cudaMemAdviseUnsetReadMostly: advice.read_mostly = false; return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation: advice.preferred = location; return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation: advice.preferred = Advice{}.preferred; return cudaSuccess;
    case cudaMemAdviseSetAccessedBy: accessed = true; return cudaSuccess;
    case cudaMemAdviseUnsetAccessedBy: accessed = false; return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

cudaError_t RangeAttribute(void* data, std::size_t size, cudaMemRangeAttribute attribute, const Advice& advice) {
  int* out = static_cast<int*>(data);
  if (!data || size < sizeof(int) || size % sizeof(int)) return cudaErrorInvalidValue;
  if (attribute != cudaMemRangeAttributeAccessedBy && size != sizeof(int)) return cudaErrorInvalidValue;
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *out = advice.read_mostly; return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation: *out = DeviceNumber(advice.preferred); return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation: *out = DeviceNumber(advice.prefetched); return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationType: *out = advice.preferred.type; return cudaSuccess;
    case cudaMemRangeAttributePreferredLocationId: *out = advice.preferred.id; return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationType: *out = advice.prefetched.type; return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocationId: *out = advice.prefetched.id; return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy: {
      std::size_t used = 0;
      const std::size_t room = size / sizeof(int);
      if (advice.accessed_by_device && used < room) out[used++] = 0;
      if (advice.accessed_by_host && used < room) out[used++] = cudaCpuDeviceId;
      while (used < room) out[used++] = cudaInvalidDeviceId;
      return cudaSuccess;
    }
  }
  return cudaErrorInvalidValue;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return Call([&](Session&) {
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = {};
    void* pointer = const_cast<void*>(ptr);
    const machine::Location location = Locate(ptr);
    attributes->device = 0;
    switch (location.kind) {
      case machine::LocationKind::kDevice:
      case machine::LocationKind::kVariable:
        attributes->type = cudaMemoryTypeDevice;
        attributes->devicePointer = pointer;
        break;
      case machine::LocationKind::kManaged:
        attributes->type = cudaMemoryTypeManaged;
        attributes->devicePointer = attributes->hostPointer = pointer;
        break;
      case machine::LocationKind::kPinned:
      case machine::LocationKind::kRegistered:
        attributes->type = cudaMemoryTypeHost;
        attributes->devicePointer = attributes->hostPointer = pointer;
        break;
      case machine::LocationKind::kHost:
      case machine::LocationKind::kNowhere:
        attributes->type = cudaMemoryTypeUnregistered;
        attributes->device = cudaInvalidDeviceId;
        attributes->hostPointer = pointer;
        break;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream) {
  return Call([&](Session&) {
    if (flags) return cudaErrorInvalidValue;
    return FindStream(stream) ? Prefetch(devPtr, count, location) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMemPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs,
                                      size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream) {
  return Call([&](Session&) {
    if (!dptrs || !sizes || !prefetchLocs || !prefetchLocIdxs || !numPrefetchLocs || flags)
      return cudaErrorInvalidValue;
    if (!FindStream(stream)) return cudaErrorInvalidResourceHandle;
    // Location i applies from allocation prefetchLocIdxs[i] on.
    for (size_t i = 0, where = 0; i < count; ++i) {
      while (where + 1 < numPrefetchLocs && prefetchLocIdxs[where + 1] <= i) ++where;
      if (const cudaError_t error = Prefetch(dptrs[i], sizes[i], prefetchLocs[where])) return error;
    }
    return cudaSuccess;
  });
}

namespace {

// The contents of discarded memory are undefined: it is poisoned.
cudaError_t Discard(void** pointers, const std::size_t* sizes, std::size_t count) {
  if (!pointers || !sizes) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i) {
    machine::Location location;
    if (const cudaError_t error = CheckManaged(pointers[i], sizes[i], &location)) return error;
    memory::FillWithPoison(pointers[i], sizes[i]);
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaMemDiscardBatchAsync(void** dptrs, size_t* sizes, size_t count, unsigned long long flags,
                                     cudaStream_t stream) {
  return Call([&](Session&) {
    if (flags) return cudaErrorInvalidValue;
    return FindStream(stream) ? Discard(dptrs, sizes, count) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count,
                                                cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                                size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) {
  const cudaError_t error = cudaMemDiscardBatchAsync(dptrs, sizes, count, flags, stream);
  return error ? error
               : cudaMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags,
                                           stream);
}

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return Call([&](Session&) {
    machine::Location where;
    if (const cudaError_t error = CheckManaged(devPtr, count, &where)) return error;
    const std::lock_guard lock(advice_mutex);
    return Advise(Advices()[AdviceKey(where)], advice, location);
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute, const void* devPtr,
                                     size_t count) {
  return Call([&](Session&) {
    machine::Location where;
    if (const cudaError_t error = CheckManaged(devPtr, count, &where)) return error;
    const std::lock_guard lock(advice_mutex);
    return RangeAttribute(data, dataSize, attribute, Advices()[AdviceKey(where)]);
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes, cudaMemRangeAttribute* attributes,
                                      size_t numAttributes, const void* devPtr, size_t count) {
  if (!data || !dataSizes || !attributes || !numAttributes) return Remember(cudaErrorInvalidValue);
  for (size_t i = 0; i < numAttributes; ++i) {
    const cudaError_t error = cudaMemRangeGetAttribute(data[i], dataSizes[i], attributes[i], devPtr, count);
    if (error) return error;
  }
  return cudaSuccess;
}
