// Memory management: fills.

#include <cstdint>

#include "sim/api/call.h"
#include "sim/api/copy.h"
#include "sim/launch/observers.h"
#include "sim/machine/checked_size.h"

namespace lockstep::api {

namespace {

cudaError_t Fill(const machine::FillOperation& fill, cudaStream_t stream, machine::Caller caller) {
  return Call([&](Session&) { return Submit(stream, fill, caller); });
}

// The calls without `Async` wait only if the host can access the memory.
cudaError_t FillNow(const machine::FillOperation& fill, machine::Caller caller) {
  const cudaError_t error = Fill(fill, nullptr, caller);
  if (Locate(fill.parms.dst).HostCanTouch()) launch::TellHost(&machine::HostObserver::HostWaits, 0);
  return error;
}

machine::FillOperation Rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  machine::FillOperation fill;
  fill.parms = {
      .dst = to, .pitch = pitch, .value = unsigned(value) & 0xff, .elementSize = 1, .width = width, .height = height};
  return fill;
}

machine::FillOperation Box(const cudaPitchedPtr& to, int value, const cudaExtent& extent) {
  machine::FillOperation fill = Rows(to.ptr, to.pitch, value, extent.width, extent.height);
  fill.depth = extent.depth;
  const machine::CheckedSize slice = machine::CheckedSize(to.pitch) * to.ysize;
  fill.slice = slice.fits() ? slice.value() : SIZE_MAX;  // no memory has room for two of them
  return fill;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return FillNow(Rows(devPtr, count, value, count, 1), LOCKSTEP_CALLER);
}
cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return Fill(Rows(devPtr, count, value, count, 1), stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return FillNow(Rows(devPtr, pitch, value, width, height), LOCKSTEP_CALLER);
}
cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return Fill(Rows(devPtr, pitch, value, width, height), stream, LOCKSTEP_CALLER);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return FillNow(Box(pitchedDevPtr, value, extent), LOCKSTEP_CALLER);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) {
  return Fill(Box(pitchedDevPtr, value, extent), stream, LOCKSTEP_CALLER);
}
