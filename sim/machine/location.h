#pragma once

// The location of an address of the program.

#include <cstdint>

struct LockstepGlobal;

namespace lockstep::memory {
struct MemoryObject;
}  // namespace lockstep::memory

namespace lockstep::machine {

struct AddressRange {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t size() const { return end - begin; }
  // The test avoids address + size, which may overflow for a wild pointer.
  bool Holds(std::uint64_t address, std::uint64_t bytes = 1) const {
    return address >= begin && bytes <= size() && address - begin <= size() - bytes;
  }
};

// The kind of memory of an address.
enum class LocationKind {
  kHost,        // the program's own: nothing is known of its bounds
  kRegistered,  // cudaHostRegister
  kPinned,      // cudaMallocHost, cudaHostAlloc
  kManaged,     // cudaMallocManaged, __managed__
  kDevice,      // cudaMalloc and its family
  kVariable,    // __device__, __constant__
  kNowhere,     // in the range of device memory, but not in a live allocation
};

struct Location {
  LocationKind kind = LocationKind::kHost;
  std::uint64_t begin = 0, size = 0;             // of the allocation or variable; 0 for kHost and kNowhere
  const memory::MemoryObject* object = nullptr;  // of kRegistered, kPinned, kManaged (but for variables), kDevice
  const LockstepGlobal* global = nullptr;        // of kVariable, and of variables that are kManaged
  bool DeviceCanTouch() const { return kind != LocationKind::kHost && kind != LocationKind::kNowhere; }
  bool HostCanTouch() const {
    return kind == LocationKind::kHost || kind == LocationKind::kRegistered || kind == LocationKind::kPinned ||
           kind == LocationKind::kManaged;
  }
};

}  // namespace lockstep::machine
