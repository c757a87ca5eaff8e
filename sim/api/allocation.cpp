// Memory management: allocating and freeing device, pinned and managed memory, registering host memory.

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/device_properties.h"
#include "sim/api/graph.h"
#include "sim/api/pools.h"
#include "sim/launch/observers.h"

namespace lockstep {

namespace {

constexpr std::size_t kPitchAlignment = 512;  // as on today's GPUs

constexpr unsigned Bit(MemoryKind kind) { return 1u << static_cast<unsigned>(kind); }

cudaError_t Allocate(void** out, const DeviceMemory::Request& request) {
  return Call([&](Session& session) {
    if (!out) return cudaErrorInvalidValue;
    if (const cudaError_t error = RefuseWhileCapturing()) return error;
    *out = nullptr;
    if (request.size == 0) return cudaSuccess;
    const MemoryObject* object = session.memory().Allocate(request);
    if (!object) return cudaErrorMemoryAllocation;
    *out = Pointer(object->address);
    return cudaSuccess;
  });
}

cudaError_t AllocatePinned(void** out, std::size_t size, unsigned flags, const void* caller) {
  constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (flags & ~kKnown) return Remember(cudaErrorInvalidValue);
  return Allocate(out, {size, MemoryKind::kPinned, flags, caller});
}

// Rows of `width` bytes, each beginning at a multiple of the pitch.
cudaError_t AllocatePitched(void** out, std::size_t* pitch, std::size_t width, std::size_t rows, const void* caller) {
  if (!out || !pitch) return Remember(cudaErrorInvalidValue);
  if (width > std::size_t(DeviceProperties().memPitch)) return Remember(cudaErrorInvalidValue);
  *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  if (*pitch && rows > SIZE_MAX / *pitch) return Remember(cudaErrorMemoryAllocation);
  return Allocate(out, {*pitch * rows, MemoryKind::kDevice, 0, caller});
}

}  // namespace
}  // namespace lockstep

using namespace lockstep;

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  return Allocate(devPtr, {size, MemoryKind::kDevice, 0, LOCKSTEP_CALLER});
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned flags) {
  if (size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return Remember(cudaErrorInvalidValue);
  return Allocate(devPtr, {size, MemoryKind::kManaged, 0, LOCKSTEP_CALLER});
}

cudaError_t cudaMallocHost(void** ptr, size_t size) { return AllocatePinned(ptr, size, 0, LOCKSTEP_CALLER); }
cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned flags) {
  return AllocatePinned(pHost, size, flags, LOCKSTEP_CALLER);
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  return AllocatePitched(devPtr, pitch, width, height, LOCKSTEP_CALLER);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  if (!pitchedDevPtr) return Remember(cudaErrorInvalidValue);
  if (extent.depth && extent.height > SIZE_MAX / extent.depth) return Remember(cudaErrorMemoryAllocation);
  *pitchedDevPtr = {nullptr, 0, extent.width, extent.height};
  return AllocatePitched(&pitchedDevPtr->ptr, &pitchedDevPtr->pitch, extent.width, extent.height * extent.depth,
                         LOCKSTEP_CALLER);
}

cudaError_t cudaFree(void* devPtr) {
  const void* caller = LOCKSTEP_CALLER;
  return Call([&](Session&) {
    if (!devPtr) return cudaSuccess;
    if (const cudaError_t error = RefuseWhileCapturing()) return error;
    // Other than cudaFreeAsync it waits for all work.
    TheHostObserver().HostWaitsForAll();
    FreeOperation free{devPtr};
    return RunFree(free, {0, caller});
  });
}

cudaError_t cudaFreeHost(void* ptr) {
  const void* caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) {
    if (!ptr) return cudaSuccess;
    TheHostObserver().HostWaitsForAll();
    const FreeOutcome outcome = session.memory().Free(Address(ptr), Bit(MemoryKind::kPinned), caller);
    if (outcome == FreeOutcome::kFreed) return cudaSuccess;
    TheHostObserver().RefusesFree(ptr, "ptr", caller);
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned flags) {
  const void* caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) {
    constexpr unsigned kKnown =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!ptr || !size || flags & ~kKnown) return cudaErrorInvalidValue;
    if (Locate(ptr).place == Place::kPinned) return cudaErrorHostMemoryAlreadyRegistered;
    const DeviceMemory::Request request{size, MemoryKind::kRegistered, flags, caller};
    return session.memory().Adopt(Address(ptr), request) ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return Call([&](Session& session) {
    if (!ptr) return cudaErrorInvalidValue;
    return session.memory().Disown(Address(ptr)) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}

// Host and device share their addresses.
cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned flags) {
  return Call([&](Session&) {
    if (!pDevice || !pHost || flags) return cudaErrorInvalidValue;
    const Place place = Locate(pHost).place;
    if (place != Place::kPinned && place != Place::kRegistered) return cudaErrorInvalidValue;
    *pDevice = pHost;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* pFlags, void* pHost) {
  return Call([&](Session&) {
    if (!pFlags) return cudaErrorInvalidValue;
    const Location location = Locate(pHost);
    if (location.place == Place::kPinned) {
      // Under unified addressing all pinned memory is portable and mapped.
      *pFlags = location.object->flags | cudaHostAllocPortable | cudaHostAllocMapped;
      return cudaSuccess;
    }
    if (location.place != Place::kRegistered) return cudaErrorInvalidValue;
    *pFlags = location.object->flags | cudaHostRegisterMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return Call([&](Session& session) {
    if (!free || !total) return cudaErrorInvalidValue;
    *total = session.memory().limit();
    *free = *total - session.memory().used();
    return cudaSuccess;
  });
}
