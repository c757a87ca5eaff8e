#pragma once

// Where an address of the program lies.

#include <cstdint>

namespace lockstep {

struct MemoryObject;

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

}  // namespace lockstep
