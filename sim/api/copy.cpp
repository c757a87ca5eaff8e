#include "sim/api/copy.h"

#include <cstring>

#include "shared/report/program_captures.h"
#include "sim/api/arrays.h"
#include "sim/api/call.h"
#include "sim/launch/observers.h"
#include "sim/machine/checked_size.h"

namespace lockstep::api {

machine::Location Locate(const void* pointer) { return Session::Get().machine().Locate(pointer); }

namespace {

using machine::CheckedSize;

// One side of a copy.
struct Side {
  cudaArray_const_t array;
  cudaPos position;
  cudaPitchedPtr pointer;
};

struct Plane {
  char* first = nullptr;
  std::size_t pitch = 0, slice = 0;
  machine::Location location;
};

bool Within(const machine::Location& location, std::uint64_t address, CheckedSize bytes) {
  if (!(bytes + address).fits()) return false;
  if (location.kind == machine::LocationKind::kHost) return true;
  return location.kind != machine::LocationKind::kNowhere && address >= location.begin &&
         bytes.value() <= location.size && address - location.begin <= location.size - bytes.value();
}

// The distance from the first to one past the last byte of width x height x depth.
CheckedSize Span(std::size_t pitch, CheckedSize slice, CheckedSize width, std::size_t height, std::size_t depth) {
  return CheckedSize(depth - 1) * slice + CheckedSize(height - 1) * pitch + width;
}

cudaError_t PlaneOfArray(const Side& side, const cudaExtent& extent, Plane* plane) {
  if (!Arrays().Knows(side.array)) return cudaErrorInvalidResourceHandle;
  const cudaArray& array = *side.array;
  const cudaExtent size = array.Size();
  const auto fits = [](std::size_t at, std::size_t count, std::size_t most) {
    return at <= most && count <= most - at;
  };
  if (!fits(side.position.x, extent.width, size.width) || !fits(side.position.y, extent.height, size.height) ||
      !fits(side.position.z, extent.depth, size.depth)) {
    return cudaErrorInvalidValue;
  }
  plane->first = array.Element(side.position.x, side.position.y, side.position.z);
  plane->pitch = array.pitch;
  plane->slice = array.slice;
  plane->location = {machine::LocationKind::kDevice};
  return cudaSuccess;
}

cudaError_t PlaneOfPointer(const Side& side, std::size_t width, const cudaExtent& extent, Plane* plane) {
  if (!side.pointer.ptr) return cudaErrorInvalidValue;
  const bool one_row = extent.height == 1 && extent.depth == 1;
  // A pitch of 0 is valid with a single row, as is a height of 0 with a single slice.
  if (!one_row && side.pointer.pitch < width) return cudaErrorInvalidPitchValue;
  plane->pitch = side.pointer.pitch;
  const CheckedSize pitch = side.pointer.pitch;
  const CheckedSize slice = pitch * (side.pointer.ysize ? side.pointer.ysize : extent.height);
  const CheckedSize start = slice * side.position.z + pitch * side.position.y + side.position.x;
  if (!slice.fits() || !(start + Address(side.pointer.ptr)).fits()) return cudaErrorInvalidValue;
  plane->slice = slice.value();
  plane->first = static_cast<char*>(side.pointer.ptr) + start.value();
  plane->location = Locate(plane->first);
  const CheckedSize span = Span(plane->pitch, slice, width, extent.height, extent.depth);
  return Within(plane->location, Address(plane->first), span) ? cudaSuccess : cudaErrorInvalidValue;
}

// True if the two sides match the direction.
bool FitsKind(cudaMemcpyKind kind, const machine::Location& to, const machine::Location& from) {
  switch (kind) {
    case cudaMemcpyHostToHost: return to.HostCanTouch() && from.HostCanTouch();
    case cudaMemcpyHostToDevice: return to.DeviceCanTouch() && from.HostCanTouch();
    case cudaMemcpyDeviceToHost: return to.HostCanTouch() && from.DeviceCanTouch();
    case cudaMemcpyDeviceToDevice: return to.DeviceCanTouch() && from.DeviceCanTouch();
    case cudaMemcpyDefault: return true;
  }
  return false;
}

}  // namespace

cudaError_t PlanCopy(const cudaMemcpy3DParms& p, machine::CopyPlan* plan) {
  if (unsigned(p.kind) > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0) {
    *plan = {.width = 0};
    return cudaSuccess;
  }
  const Side to{p.dstArray, p.dstPos, p.dstPtr}, from{p.srcArray, p.srcPos, p.srcPtr};
  // Each side must have exactly one of array and pointer.
  if ((to.array != nullptr) == (to.pointer.ptr != nullptr) ||
      (from.array != nullptr) == (from.pointer.ptr != nullptr)) {
    return cudaErrorInvalidValue;
  }
  // If an array takes part, the extent counts elements, otherwise bytes.
  std::size_t element = 1;
  for (cudaArray_const_t array : {to.array, from.array}) {
    if (!array) continue;
    if (!Arrays().Knows(array)) return cudaErrorInvalidResourceHandle;
    if (element != 1 && array->element != element) return cudaErrorInvalidValue;
    element = array->element;
  }
  const CheckedSize bytes = CheckedSize(p.extent.width) * element;
  if (!bytes.fits()) return cudaErrorInvalidValue;
  const std::size_t width = bytes.value();
  Plane planes[2];
  const Side* sides[] = {&to, &from};
  for (int i : {0, 1}) {
    const cudaError_t error = sides[i]->array ? PlaneOfArray(*sides[i], p.extent, &planes[i])
                                              : PlaneOfPointer(*sides[i], width, p.extent, &planes[i]);
    if (error) return error;
  }
  if (!FitsKind(p.kind, planes[0].location, planes[1].location)) return cudaErrorInvalidValue;
  *plan = {.to = planes[0].first,
           .from = planes[1].first,
           .width = width,
           .height = p.extent.height,
           .depth = p.extent.depth,
           .to_pitch = planes[0].pitch,
           .to_slice = planes[0].slice,
           .from_pitch = planes[1].pitch,
           .from_slice = planes[1].slice,
           .device_to_host =
               p.kind == cudaMemcpyDeviceToHost || (p.kind == cudaMemcpyDefault && planes[0].location.HostCanTouch() &&
                                                    !planes[1].location.HostCanTouch())};
  return cudaSuccess;
}

namespace {

// The data that the program copies back is what `lockstep compare` compares.
void CaptureCopy(const machine::CopyPlan& plan) {
  if (!report::KeepsCaptures()) return;
  if (plan.height == 1 && plan.depth == 1) return report::CaptureCopy(plan.to, plan.width);
  report::CaptureCopy(report::CopiedRows{.host = plan.to,
                                         .width = plan.width,
                                         .height = plan.height,
                                         .depth = plan.depth,
                                         .pitch = plan.to_pitch,
                                         .slice_pitch = plan.to_slice});
}

}  // namespace

void RunCopy(const machine::CopyPlan& plan, const machine::HostCall& call) {
  if (plan.width == 0) return;
  launch::TellHost(&machine::HostObserver::Copies, plan, call);
  const bool dense =
      (plan.height == 1 || (plan.to_pitch == plan.width && plan.from_pitch == plan.width)) &&
      (plan.depth == 1 || (plan.to_slice == plan.width * plan.height && plan.from_slice == plan.width * plan.height));
  if (dense) {
    Session::Get().memory().PrepareToOverwrite(Address(plan.to), plan.Bytes());
    // The two sides may overlap: CUDA leaves the result undefined, but it must not crash here.
    std::memmove(plan.to, plan.from, plan.Bytes());
  } else {
    for (std::size_t z = 0; z < plan.depth; ++z) {
      for (std::size_t y = 0; y < plan.height; ++y) {
        std::memmove(plan.to + z * plan.to_slice + y * plan.to_pitch,
                     plan.from + z * plan.from_slice + y * plan.from_pitch, plan.width);
      }
    }
  }
  if (plan.device_to_host) CaptureCopy(plan);
}

machine::CopyOperation LinearCopy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                  machine::CopyForm form) {
  machine::CopyOperation copy{.form = form};
  copy.parms.dstPtr = {to, bytes, bytes, 1};
  copy.parms.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  copy.parms.extent = {bytes, 1, 1};
  copy.parms.kind = kind;
  return copy;
}

cudaError_t CheckFill(const machine::FillOperation& fill) {
  const cudaMemsetParams& p = fill.parms;
  if (p.width == 0 || p.height == 0 || fill.depth == 0) return cudaSuccess;
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return cudaErrorInvalidValue;
  const CheckedSize width = CheckedSize(p.width) * p.elementSize;
  if (!width.fits() || (p.height > 1 && p.pitch < width.value())) return cudaErrorInvalidValue;
  const machine::Location location = Locate(p.dst);
  const CheckedSize span = Span(p.pitch, fill.slice, width, p.height, fill.depth);
  if (!location.DeviceCanTouch() || !Within(location, Address(p.dst), span)) return cudaErrorInvalidValue;
  return Address(p.dst) % p.elementSize ? cudaErrorInvalidValue : cudaSuccess;
}

namespace {

template <class T>
void FillRow(char* row, std::size_t count, T value) {
  std::fill_n(reinterpret_cast<T*>(row), count, value);
}

}  // namespace

void RunFill(const machine::FillOperation& fill, const machine::HostCall& call) {
  const cudaMemsetParams& p = fill.parms;
  const std::size_t width = p.width * p.elementSize;
  launch::TellHost(&machine::HostObserver::Fills, fill, call);
  if (p.height == 1 || p.pitch == width) {
    Session::Get().memory().PrepareToOverwrite(Address(p.dst), width * p.height);
  }
  for (std::size_t z = 0; z < fill.depth; ++z) {
    for (std::size_t y = 0; y < p.height; ++y) {
      char* row = static_cast<char*>(p.dst) + z * fill.slice + y * p.pitch;
      if (p.elementSize == 1) std::memset(row, int(p.value & 0xff), p.width);
      if (p.elementSize == 2) FillRow<std::uint16_t>(row, p.width, std::uint16_t(p.value));
      if (p.elementSize == 4) FillRow<std::uint32_t>(row, p.width, p.value);
    }
  }
}

}  // namespace lockstep::api
