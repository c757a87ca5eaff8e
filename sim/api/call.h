#pragma once

// What every call of the API does around its own work: after a fault in a kernel it fails with the fault's error; its
// own error becomes the calling thread's last error.

#include "sim/api/session.h"
#include "sim/api/unseen_error.h"
#include "sim/launch/observers.h"
#include "sim/toolkit/cuda_runtime_api.h"

namespace lockstep {

inline cudaError_t Remember(cudaError_t error) {
  // "Not ready" is an answer, not an error: cudaGetLastError does not report it.
  if (error == cudaSuccess || error == cudaErrorNotReady) return error;
  Session::LastError() = error;
  NoteErrorReturned();
  return error;
}

template <class Body>
cudaError_t Call(Body&& body) {
  if (const cudaError_t sticky = Session::Get().sticky_error(); sticky != cudaSuccess) [[unlikely]] {
    TheHostObserver().CallsInVain();
    return Remember(sticky);
  }
  return Remember(body(Session::Get()));
}

inline std::uint64_t Address(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
inline void* Pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace lockstep

// The place in the program that called the API function that this stands in.
#define LOCKSTEP_CALLER __builtin_return_address(0)
