#pragma once

// The frame of every API call: after a fault in a kernel it fails with the fault's error; its own error becomes the
// calling thread's last error.

#include "sim/api/session.h"
#include "sim/api/unseen_error.h"
#include "sim/launch/observers.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep::api {

inline cudaError_t Remember(cudaError_t error) {
  // "Not ready" is a result, not an error: cudaGetLastError does not report it.
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  Session::LastError() = error;
  NoteErrorReturned(error);
  return error;
}

// The API's state of the calling host thread.
struct HostThread {
  // Of a call that does its work by others (the driver API by the runtime API): its place, which is theirs, too.
  machine::Caller outer;
  // It has called the runtime API, by which the device's primary context becomes its current one.
  bool uses_runtime = false;
};
inline HostThread& ThisHostThread() {
  thread_local HostThread thread;
  return thread;
}
inline machine::Caller CallerOr(machine::Caller own) {
  const machine::Caller outer = ThisHostThread().outer;
  return outer.address ? outer : own;
}

template <class Body>
cudaError_t Call(Body&& body) {
  if (HostThread& thread = ThisHostThread(); !thread.outer.address) thread.uses_runtime = true;
  if (const cudaError_t sticky = Session::Get().sticky_error(); sticky != cudaSuccess) [[unlikely]] {
    launch::TellHost(&machine::HostObserver::CallsInVain);
    return Remember(sticky);
  }
  return Remember(body(Session::Get()));
}

// As Call, for what frees memory: `PointerOf()` gives the memory, null where there is none.
template <class PointerOf, class Body>
cudaError_t CallThatFrees(PointerOf&& pointer_of, Body&& body) {
  if (Session::Get().sticky_error() != cudaSuccess) [[unlikely]]
    if (const void* pointer = pointer_of()) launch::TellHost(&machine::HostObserver::FreesInVain, pointer);
  return Call(body);
}

inline std::uint64_t Address(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
inline void* Pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace lockstep::api

// The place in the program that called the API function in which this macro is used.
#define LOCKSTEP_CALLER (::lockstep::api::CallerOr({__builtin_return_address(0), __func__}))
