#pragma once

// The frame of every call of the driver API.

#include "sim/api/call.h"
#include "sim/toolkit/cuda.h"

namespace lockstep::driver {

// The driver's number of an error of the runtime API. Most are the same.
CUresult ResultOf(cudaError_t error);

// True once the program has called cuInit, or in this thread the runtime API, which does so.
bool IsInitialized();
// CUDA_SUCCESS if the calling thread has a current context that lives.
CUresult CheckContext();

// Does the work of the call at `caller` by functions of the runtime API. Their errors are not the runtime API's last
// one.
template <class Body>
CUresult Do(machine::Caller caller, Body&& body) {
  api::HostThread& thread = api::ThisHostThread();
  const machine::Caller before = thread.outer;
  const cudaError_t last = api::Session::LastError();
  thread.outer = caller;
  const CUresult result = ResultOf(body());
  thread.outer = before;
  api::Session::LastError() = last;
  return result;
}

// For calls that need no context.
template <class Body>
CUresult Call(machine::Caller caller, Body&& body) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  return Do(caller, body);
}

template <class Body>
CUresult CallInContext(machine::Caller caller, Body&& body) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (const CUresult result = CheckContext()) return result;
  return Do(caller, body);
}

inline void* Pointer(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
inline CUdeviceptr Address(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

}  // namespace lockstep::driver

// The place in the program that called the function in which this macro is used, and the function's name in programs.
#define LOCKSTEP_AS(name) (::lockstep::machine::Caller{__builtin_return_address(0), #name})
