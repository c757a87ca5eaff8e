// Profiler control: there is no profiler, so the calls succeed without effect.

#include "sim/api/call.h"
#include "sim/toolkit/cuda_profiler_api.h"

using lockstep::api::Call;
using lockstep::api::Session;

cudaError_t cudaProfilerStart() {
  return Call([](Session&) { return cudaSuccess; });
}
cudaError_t cudaProfilerStop() {
  return Call([](Session&) { return cudaSuccess; });
}
