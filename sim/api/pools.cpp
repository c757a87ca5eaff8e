// Stream-ordered allocation and memory pools.

#include "sim/api/pools.h"

#include "sim/api/call.h"
#include "sim/api/graph.h"
#include "sim/api/handles.h"
#include "sim/api/streams.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

Handles<CUmemPoolHandle_st>& Pools() {
  static auto* pools = new Handles<CUmemPoolHandle_st>;
  return *pools;
}

CUmemPoolHandle_st*& CurrentPool() {
  static CUmemPoolHandle_st* current = &DefaultPool();
  return current;
}

// Pools are numbered from 1; objects outside pools have 0.
CUmemPoolHandle_st* PoolOf(const memory::MemoryObject& object) {
  if (object.kind != memory::MemoryKind::kDevice || object.flags == 0) return nullptr;
  CUmemPoolHandle_st* owner = object.flags == 1 ? &DefaultPool() : nullptr;
  Pools().ForEach([&](CUmemPoolHandle_st& pool) {
    if (pool.number == object.flags) owner = &pool;
  });
  return owner;
}

bool Knows(cudaMemPool_t pool) { return pool == &DefaultPool() || Pools().Knows(pool); }

template <class Body>
cudaError_t WithPool(cudaMemPool_t pool, Body&& body) {
  return Call([&](Session&) -> cudaError_t { return Knows(pool) ? body(*pool) : cudaErrorInvalidValue; });
}

void Count(CUmemPoolHandle_st& pool, std::int64_t change) {
  const std::uint64_t now = pool.used += std::uint64_t(change);
  if (now > pool.used_high) pool.used_high = now;
}

cudaError_t AllocateFrom(CUmemPoolHandle_st& pool, void** out, std::size_t size, machine::Caller caller) {
  *out = nullptr;
  if (size == 0) return cudaSuccess;
  if (pool.props.maxSize && pool.used + size > pool.props.maxSize) return cudaErrorMemoryAllocation;
  const memory::MemoryObject* object =
      Session::Get().memory().Allocate({size, memory::MemoryKind::kDevice, pool.number, caller});
  if (!object) return cudaErrorMemoryAllocation;
  Count(pool, std::int64_t(size));
  *out = Pointer(object->address);
  return cudaSuccess;
}

cudaError_t AllocateInStream(CUmemPoolHandle_st& pool, void** out, std::size_t size, cudaStream_t stream_handle,
                             machine::Caller caller) {
  if (!out) return cudaErrorInvalidValue;
  CUstream_st* stream = FindStream(stream_handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!stream->capture) {
    const cudaError_t error = AllocateFrom(pool, out, size, caller);
    if (error == cudaSuccess && *out)
      launch::TellHost(&machine::HostObserver::HasAllocated, *out, size, {stream->id, caller});
    if (error != cudaSuccess || *out)
      launch::TellHost(&machine::HostObserver::HostAllocates, *out, size, error, {stream->id, caller});
    return error;
  }
  AllocateOperation allocate;
  allocate.parms.poolProps = pool.props;
  allocate.parms.bytesize = size;
  if (const cudaError_t error = MakeGraphMemory(&allocate, caller)) return error;
  *out = allocate.parms.dptr;
  return CaptureOperation(*stream, std::move(allocate));
}

}  // namespace

CUmemPoolHandle_st& DefaultPool() {
  static auto* pool = [] {
    auto* made = new CUmemPoolHandle_st;
    made->number = 1;
    made->props.allocType = cudaMemAllocationTypePinned;
    made->props.location = {cudaMemLocationTypeDevice, 0};
    return made;
  }();
  return *pool;
}

cudaError_t MakeGraphMemory(AllocateOperation* allocate, machine::Caller caller) {
  const memory::MemoryObject* object =
      Session::Get().memory().Allocate({allocate->parms.bytesize, memory::MemoryKind::kDevice, kGraphMemory, caller});
  if (!object) return cudaErrorMemoryAllocation;
  allocate->parms.dptr = Pointer(object->address);
  allocate->memory = {allocate->parms.dptr,
                      [serial = object->serial](void* p) { Session::Get().memory().FreeObject(Address(p), serial); }};
  return cudaSuccess;
}

cudaError_t RunAllocation(AllocateOperation& allocate, const machine::HostCall&) {
  memory::FillWithPoison(allocate.parms.dptr, allocate.parms.bytesize);
  return cudaSuccess;
}

cudaError_t RunFree(FreeOperation& free, const machine::HostCall& call) {
  if (!free.pointer) return cudaSuccess;
  memory::DeviceMemory& memory = Session::Get().memory();
  const memory::MemoryObject* object = memory.FindLive(Address(free.pointer));
  if (!object || object->address != Address(free.pointer)) {
    launch::TellHost(&machine::HostObserver::RefusesFree, free.pointer, "devPtr", call.caller);
    return cudaErrorInvalidValue;
  }
  if (object->flags == kGraphMemory) return cudaSuccess;
  CUmemPoolHandle_st* pool = PoolOf(*object);
  const std::uint64_t size = object->size;
  launch::TellHost(&machine::HostObserver::FreesMemory, free.pointer, size, call);
  launch::TellHost(&machine::HostObserver::HostFrees, free.pointer, size, call);
  constexpr unsigned kFreeable =
      1u << unsigned(memory::MemoryKind::kDevice) | 1u << unsigned(memory::MemoryKind::kManaged);
  if (memory.Free(object->address, kFreeable, call.caller) != memory::FreeOutcome::kFreed) {
    launch::TellHost(&machine::HostObserver::RefusesFree, free.pointer, "devPtr", call.caller);
    return cudaErrorInvalidValue;
  }
  if (pool) Count(*pool, -std::int64_t(size));
  return cudaSuccess;
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session&) { return AllocateInStream(*CurrentPool(), devPtr, size, hStream, caller); });
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) { return AllocateInStream(pool, ptr, size, stream, caller); });
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return CallThatFrees([&] { return devPtr; },
                       [&](Session&) { return Submit(hStream, FreeOperation{devPtr}, caller); });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return Call([&](Session&) {
    if (!memPool || !poolProps || poolProps->allocType != cudaMemAllocationTypePinned ||
        poolProps->location.type != cudaMemLocationTypeDevice || poolProps->location.id != 0) {
      return cudaErrorInvalidValue;
    }
    // Sharing with other processes is not supported.
    if (poolProps->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
    static std::atomic<std::uint32_t> next_number{2};
    auto pool = std::make_unique<CUmemPoolHandle_st>();
    pool->number = next_number++;
    pool->props = *poolProps;
    *memPool = Pools().Add(std::move(pool));
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return Call([&](Session&) {
    if (CurrentPool() == memPool) CurrentPool() = &DefaultPool();
    return Pools().Remove(memPool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) {
  return WithPool(memPool, [](CUmemPoolHandle_st&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) {
    if (!value) return cudaErrorInvalidValue;
    auto& number = *static_cast<std::uint64_t*>(value);
    auto& flag = *static_cast<int*>(value);
    switch (attr) {
      case cudaMemPoolReuseFollowEventDependencies: flag = pool.reuse_follow_event_dependencies; break;
      case cudaMemPoolReuseAllowOpportunistic: flag = pool.reuse_allow_opportunistic; break;
      case cudaMemPoolReuseAllowInternalDependencies: flag = pool.reuse_allow_internal_dependencies; break;
      case cudaMemPoolAttrReleaseThreshold: number = pool.release_threshold; break;
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent: number = pool.used; break;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh: number = pool.used_high; break;
      default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) {
    if (!value) return cudaErrorInvalidValue;
    const auto& number = *static_cast<std::uint64_t*>(value);
    const auto& flag = *static_cast<int*>(value);
    switch (attr) {
      case cudaMemPoolReuseFollowEventDependencies: pool.reuse_follow_event_dependencies = flag; break;
      case cudaMemPoolReuseAllowOpportunistic: pool.reuse_allow_opportunistic = flag; break;
      case cudaMemPoolReuseAllowInternalDependencies: pool.reuse_allow_internal_dependencies = flag; break;
      case cudaMemPoolAttrReleaseThreshold: pool.release_threshold = number; break;
      // The high-water marks can only be reset.
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        if (number != 0) return cudaErrorInvalidValue;
        pool.used_high = pool.used.load();
        break;
      default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) {
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) {
    for (size_t i = 0; i < count; ++i) {
      if (descList[i].location.type != cudaMemLocationTypeDevice || descList[i].location.id != 0) {
        return cudaErrorInvalidValue;
      }
      // The device that holds the memory always has access.
      if (descList[i].flags == cudaMemAccessFlagsProtNone) return cudaErrorInvalidValue;
      pool.access = descList[i].flags;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) {
    if (!flags || !location) return cudaErrorInvalidValue;
    if (location->type != cudaMemLocationTypeDevice || location->id != 0) return cudaErrorInvalidValue;
    *flags = pool.access;
    return cudaSuccess;
  });
}

namespace {

cudaError_t GetPool(cudaMemPool_t* out, int device, CUmemPoolHandle_st& pool) {
  return Call([&](Session&) {
    if (!out) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *out = &pool;
    return cudaSuccess;
  });
}

// Only device memory has pools.
bool OfTheDevice(const cudaMemLocation* location, cudaMemAllocationType type) {
  return location && location->type == cudaMemLocationTypeDevice && type == cudaMemAllocationTypePinned;
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  return GetPool(memPool, device, DefaultPool());
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  return GetPool(memPool, device, *CurrentPool());
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return WithPool(memPool, [&](CUmemPoolHandle_st& pool) {
    if (device != 0) return cudaErrorInvalidDevice;
    CurrentPool() = &pool;
    return cudaSuccess;
  });
}
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
  return OfTheDevice(location, type) ? cudaDeviceGetDefaultMemPool(memPool, location->id)
                                     : Remember(cudaErrorNotSupported);
}
cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) {
  return OfTheDevice(location, type) ? cudaDeviceGetMemPool(memPool, location->id) : Remember(cudaErrorNotSupported);
}
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t memPool) {
  return OfTheDevice(location, type) ? cudaDeviceSetMemPool(location->id, memPool) : Remember(cudaErrorNotSupported);
}
