// Memory management: allocating and freeing device, pinned and managed memory, registering host memory.

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/api/device_properties.h"
#include "sim/api/graph.h"
#include "sim/api/pools.h"
#include "sim/launch/observers.h"

namespace lockstep::api {

namespace {

constexpr std::size_t kPitchAlignment = 512;  // as on current GPUs

constexpr unsigned Bit(memory::MemoryKind kind) { return 1u << static_cast<unsigned>(kind); }

struct AllocationRequest {
  std::size_t size = 0;
  memory::MemoryKind kind{};
  unsigned flags = 0;
  machine::Caller caller{};
};

cudaError_t Allocate(void** out, const AllocationRequest& request) {
  return Call([&](Session& session) {
    if (!out) return cudaErrorInvalidValue;
    if (const cudaError_t error = RefuseWhileCapturing()) return error;
    *out = nullptr;
    if (request.size == 0) return cudaSuccess;
    const memory::MemoryObject* object =
        session.memory().Allocate({request.size, request.kind, request.flags, request.caller});
    const cudaError_t error = object ? cudaSuccess : cudaErrorMemoryAllocation;
    if (object) *out = Pointer(object->address);
    launch::TellHost(&machine::HostObserver::HostAllocates, *out, request.size, error, {0, request.caller});
    return error;
  });
}

cudaError_t AllocatePinned(void** out, std::size_t size, unsigned flags, machine::Caller caller) {
  constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (flags & ~kKnown) return Remember(cudaErrorInvalidValue);
  return Allocate(out, {size, memory::MemoryKind::kPinned, flags, caller});
}

// Rows of `width` bytes, each at a multiple of the pitch.
cudaError_t AllocatePitched(void** out, std::size_t* pitch, std::size_t width, std::size_t rows,
                            machine::Caller caller) {
  if (!out || !pitch) return Remember(cudaErrorInvalidValue);
  if (width > std::size_t(DeviceProperties().memPitch)) return Remember(cudaErrorInvalidValue);
  *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  if (*pitch && rows > SIZE_MAX / *pitch) return Remember(cudaErrorMemoryAllocation);
  return Allocate(out, {*pitch * rows, memory::MemoryKind::kDevice, 0, caller});
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  return Allocate(devPtr, {size, memory::MemoryKind::kDevice, 0, LOCKSTEP_CALLER});
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned flags) {
  if (size == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) return Remember(cudaErrorInvalidValue);
  return Allocate(devPtr, {size, memory::MemoryKind::kManaged, 0, LOCKSTEP_CALLER});
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
  machine::Caller caller = LOCKSTEP_CALLER;
  const auto body = [&](Session&) {
    if (!devPtr) return cudaSuccess;
    if (const cudaError_t error = RefuseWhileCapturing()) return error;
    // Unlike cudaFreeAsync, it waits for all work.
    launch::TellHost(&machine::HostObserver::HostWaitsForAll);
    FreeOperation free{devPtr};
    return RunFree(free, {0, caller});
  };
  return CallThatFrees([&] { return devPtr; }, body);
}

cudaError_t cudaFreeHost(void* ptr) {
  machine::Caller caller = LOCKSTEP_CALLER;
  const auto body = [&](Session& session) {
    if (!ptr) return cudaSuccess;
    launch::TellHost(&machine::HostObserver::HostWaitsForAll);
    const memory::MemoryObject* object = session.memory().FindLive(Address(ptr));
    const std::uint64_t size = object ? object->size : 0;
    const memory::FreeOutcome outcome = session.memory().Free(Address(ptr), Bit(memory::MemoryKind::kPinned), caller);
    if (outcome == memory::FreeOutcome::kFreed) {
      launch::TellHost(&machine::HostObserver::HostFrees, ptr, size, {0, caller});
      return cudaSuccess;
    }
    launch::TellHost(&machine::HostObserver::RefusesFree, ptr, "ptr", caller);
    return cudaErrorInvalidValue;
  };
  return CallThatFrees([&] { return ptr; }, body);
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned flags) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) {
    constexpr unsigned kKnown =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!ptr || !size || flags & ~kKnown) return cudaErrorInvalidValue;
    if (Locate(ptr).kind == machine::LocationKind::kPinned) return cudaErrorHostMemoryAlreadyRegistered;
    const memory::DeviceMemory::Request request{size, memory::MemoryKind::kRegistered, flags, caller};
    if (!session.memory().Adopt(Address(ptr), request)) return cudaErrorHostMemoryAlreadyRegistered;
    launch::TellHost(&machine::HostObserver::RegistersMemory, ptr, size);
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return Call([&](Session& session) {
    if (!ptr) return cudaErrorInvalidValue;
    if (session.memory().FindLive(Address(ptr))) launch::TellHost(&machine::HostObserver::UnregistersMemory, ptr);
    return session.memory().Disown(Address(ptr)) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}

// Host and device use the same addresses.
cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned flags) {
  return Call([&](Session&) {
    if (!pDevice || !pHost || flags) return cudaErrorInvalidValue;
    const machine::LocationKind kind = Locate(pHost).kind;
    if (kind != machine::LocationKind::kPinned && kind != machine::LocationKind::kRegistered)
      return cudaErrorInvalidValue;
    *pDevice = pHost;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* pFlags, void* pHost) {
  return Call([&](Session&) {
    if (!pFlags) return cudaErrorInvalidValue;
    const machine::Location location = Locate(pHost);
    if (location.kind == machine::LocationKind::kPinned) {
      // Under unified addressing all pinned memory is portable and mapped.
      *pFlags = location.object->flags | cudaHostAllocPortable | cudaHostAllocMapped;
      return cudaSuccess;
    }
    if (location.kind != machine::LocationKind::kRegistered) return cudaErrorInvalidValue;
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
