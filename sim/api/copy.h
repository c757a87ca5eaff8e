#pragma once

// Copying and filling memory: where the two sides lie, whether all of each side is the program's, and the work itself.

#include "sim/api/operation.h"

namespace lockstep {

// What kind of memory an address is in.
enum class Place {
  kHost,        // the program's own: nothing is known of its bounds
  kRegistered,  // cudaHostRegister
  kPinned,      // cudaMallocHost, cudaHostAlloc
  kManaged,     // cudaMallocManaged, __managed__
  kDevice,      // cudaMalloc and its family
  kVariable,    // __device__, __constant__
  kNowhere,     // in the range of device memory, but not in a live allocation
};

struct Location {
  Place place = Place::kHost;
  std::uint64_t begin = 0, size = 0;     // of the allocation or variable; 0 for kHost and kNowhere
  const MemoryObject* object = nullptr;  // of kRegistered, kPinned, kManaged (but for variables), kDevice
  bool DeviceCanTouch() const { return place != Place::kHost && place != Place::kNowhere; }
  bool HostCanTouch() const {
    return place == Place::kHost || place == Place::kRegistered || place == Place::kPinned || place == Place::kManaged;
  }
};
Location Locate(const void* pointer);

// Rows of `width` bytes, `height` of them in a slice, `depth` slices.
struct CopyPlan {
  char* to = nullptr;
  const char* from = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t to_pitch = 0, to_slice = 0, from_pitch = 0, from_slice = 0;
  bool device_to_host = false;
  std::size_t Bytes() const { return width * height * depth; }
};

// Resolves arrays, offsets and the direction; checks both sides. The error is the one that CUDA gives.
cudaError_t PlanCopy(const cudaMemcpy3DParms& parms, CopyPlan* plan);
void RunCopy(const CopyPlan& plan, const Origin& origin);

cudaError_t CheckFill(const FillOperation& fill);
void RunFill(const FillOperation& fill, const Origin& origin);

// The simple copies as the general one.
CopyOperation LinearCopy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                         CopyForm form = CopyForm::kLinear);

}  // namespace lockstep
