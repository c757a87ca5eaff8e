// Error handling: cudaGetLastError, cudaPeekAtLastError, names and texts of errors.

#include "sim/api/call.h"

using lockstep::api::Session;

cudaError_t cudaPeekAtLastError() {
  lockstep::api::NoteErrorAskedFor();
  return Session::LastError();
}

cudaError_t cudaGetLastError() {
  lockstep::api::NoteErrorAskedFor();
  const cudaError_t last = Session::LastError();
  // A fault is sticky: every later call reports it again.
  Session::LastError() = cudaSuccess;
  return last;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define LOCKSTEP_ERROR(name, value, text) \
  case name: return #name;
#include "sim/toolkit/lockstep/errors.def"
#undef LOCKSTEP_ERROR
    default: return "unrecognized error code";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define LOCKSTEP_ERROR(name, value, text) \
  case name: return text;
#include "sim/toolkit/lockstep/errors.def"
#undef LOCKSTEP_ERROR
    default: return "unrecognized error code";
  }
}
