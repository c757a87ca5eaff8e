// Memory and events that processes share: cudaIpc*. An event of another process is complete as soon as it is known
// here, like each event, so its handle says only that it exists.

#include "sim/api/ipc.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <mutex>
#include <utility>

#include "sim/api/call.h"
#include "sim/launch/observers.h"

namespace lockstep::api {
namespace {

// The memory that is open here, by its handle's secret. Programs may open a handle again and get the same address.
struct OpenMemory {
  std::uint64_t address = 0, serial = 0;
  unsigned count = 0;
};
std::mutex open_mutex;
std::map<std::array<std::uint64_t, 2>, OpenMemory>& OpenMemories() {
  static auto* memories = new std::map<std::array<std::uint64_t, 2>, OpenMemory>;
  return *memories;
}

bool Lives(const OpenMemory& open, Session& session) {
  const memory::MemoryObject* object = session.memory().FindLive(open.address);
  return object && object->serial == open.serial;
}

cudaError_t ErrorOf(memory::HandleFault fault) {
  switch (fault) {
    case memory::HandleFault::kNotAHandle: return cudaErrorInvalidValue;
    case memory::HandleFault::kOwnProcess: return cudaErrorDeviceUninitialized;
    case memory::HandleFault::kGone: return cudaErrorMapBufferObjectFailed;
    case memory::HandleFault::kNoMemory: return cudaErrorMemoryAllocation;
  }
  return cudaErrorInvalidValue;
}

// Memory of pools and graphs has handles of other kinds in CUDA, and managed memory none.
const memory::MemoryObject* FindExportable(Session& session, const void* pointer) {
  const memory::MemoryObject* object = session.memory().FindLive(Address(pointer));
  return object && object->kind == memory::MemoryKind::kDevice && object->flags == 0 ? object : nullptr;
}

cudaError_t ExportMemory(Session& session, cudaIpcMemHandle_t* out, const void* pointer, machine::Caller caller) {
  const memory::MemoryObject* object = FindExportable(session, pointer);
  if (!out || !object) return cudaErrorInvalidValue;
  std::optional<memory::ExportHandle> handle;
  {
    const std::lock_guard one_at_a_time(session.machine().work_mutex());
    handle = session.memory().Export(*object);
  }
  if (!handle) return cudaErrorMemoryAllocation;
  *out = std::bit_cast<cudaIpcMemHandle_t>(*handle);
  launch::TellHost(&machine::HostObserver::SharesMemory, Pointer(object->address), object->size, {0, caller});
  return cudaSuccess;
}

cudaError_t ImportMemory(Session& session, void** out, const memory::ExportHandle& handle, machine::Caller caller) {
  const std::lock_guard lock(open_mutex);
  auto opened = memory::OpenExport(handle, memory::ExportKind::kMemory);
  if (!opened) return ErrorOf(opened.error());
  OpenMemory& open = OpenMemories()[handle.secret];
  if (open.count > 0 && Lives(open, session)) {
    ++open.count;
    *out = Pointer(open.address);
    return cudaSuccess;
  }
  const memory::MemoryObject* object = session.memory().Import(*opened, caller);
  if (!object) {
    OpenMemories().erase(handle.secret);
    return cudaErrorMapBufferObjectFailed;
  }
  open = {.address = object->address, .serial = object->serial, .count = 1};
  *out = Pointer(object->address);
  launch::TellHost(&machine::HostObserver::HostAllocates, *out, object->size, cudaSuccess, {0, caller});
  return cudaSuccess;
}

cudaError_t CloseMemory(Session& session, void* pointer, machine::Caller caller) {
  const std::lock_guard lock(open_mutex);
  std::erase_if(OpenMemories(), [&](const auto& known) { return !Lives(known.second, session); });
  const auto found =
      std::ranges::find_if(OpenMemories(), [&](const auto& known) { return known.second.address == Address(pointer); });
  if (found == OpenMemories().end()) return cudaErrorInvalidValue;
  if (--found->second.count > 0) return cudaSuccess;
  const std::uint64_t size = session.memory().FindLive(Address(pointer))->size;
  launch::TellHost(&machine::HostObserver::FreesMemory, pointer, size, {0, caller});
  launch::TellHost(&machine::HostObserver::HostFrees, pointer, size, {0, caller});
  session.memory().Free(Address(pointer), 1u << unsigned(memory::MemoryKind::kImported), caller);
  OpenMemories().erase(found);
  return cudaSuccess;
}

}  // namespace

bool CanBeExported(const void* pointer) { return FindExportable(Session::Get(), pointer) != nullptr; }

void EndExport(const CUevent_st& event) {
  if (event.exported) Session::Get().memory().exports().Remove(*event.exported);
}

}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* devPtr) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) { return ExportMemory(session, handle, devPtr, caller); });
}

cudaError_t cudaIpcOpenMemHandle(void** devPtr, cudaIpcMemHandle_t handle, unsigned flags) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) {
    if (!devPtr || flags != cudaIpcMemLazyEnablePeerAccess) return cudaErrorInvalidValue;
    return ImportMemory(session, devPtr, std::bit_cast<memory::ExportHandle>(handle), caller);
  });
}

cudaError_t cudaIpcCloseMemHandle(void* devPtr) {
  machine::Caller caller = LOCKSTEP_CALLER;
  return Call([&](Session& session) { return CloseMemory(session, devPtr, caller); });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  return Call([&](Session& session) {
    if (!handle) return cudaErrorInvalidValue;
    if (!Events().Knows(event) || !(event->flags & cudaEventInterprocess) || event->is_imported)
      return cudaErrorInvalidResourceHandle;
    if (!event->exported) event->exported = session.memory().exports().AddEvent();
    if (!event->exported) return cudaErrorMemoryAllocation;
    *handle = std::bit_cast<cudaIpcEventHandle_t>(*event->exported);
    return cudaSuccess;
  });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
  return Call([&](Session&) {
    if (!event) return cudaErrorInvalidValue;
    const auto opened = memory::OpenExport(std::bit_cast<memory::ExportHandle>(handle), memory::ExportKind::kEvent);
    if (!opened) return ErrorOf(opened.error());
    auto made = std::make_unique<CUevent_st>();
    made->flags = cudaEventInterprocess | cudaEventDisableTiming;
    made->is_imported = true;
    *event = Events().Add(std::move(made));
    return cudaSuccess;
  });
}
