#pragma once

// The classification of an access to memory that it must not touch: the object that it most likely missed. Facts only;
// the checker and the recorder choose the words, and decide whether the kernel can continue.

#include <cstdint>

#include "sim/machine/machine.h"
#include "sim/machine/shared_memory.h"

namespace lockstep::machine {

enum class MissKind : std::uint8_t {
  kNoShared,           // shared memory, but the kernel has none
  kNoDynamicShared,    // dynamic shared memory, but the launch passes none
  kPastDynamicShared,  // past the end of the dynamic shared memory
  kShared,             // outside a shared variable
  kNull,               // the first page
  kDestroyed,          // kDestroyedObject
  kAllocation,         // outside a live allocation
  kFreed,              // one that has been freed
  kNoAllocation,       // a device address far from every allocation
  kVariable,           // outside a variable of the device half
  kOther,              // not a device address
};

struct Miss {
  MissKind kind = MissKind::kOther;
  std::size_t shared = 0;                        // for kNoDynamicShared, kPastDynamicShared, kShared
  const memory::MemoryObject* object = nullptr;  // kAllocation, kFreed
  const Machine::Global* global = nullptr;       // kVariable
  bool is_near = false;                          // kAllocation: in an allocation's red zone, so the access is harmless
};

inline constexpr std::uint64_t kNullPage = 4096;
// The address that stands for a destroyed texture or surface object: no program has memory there.
inline constexpr std::uint64_t kDestroyedObject = 0xffff'8000'0000'0000;

// `base` is the pointer that the address was computed from, or 0 if unknown: it identifies the object that was meant.
// Without it, the last object that begins before the address was meant, or else the next one, unless it is far away.
Miss Classify(const Machine& machine, const SharedMemory& shared, std::uint64_t address, std::uint64_t base);

}  // namespace lockstep::machine
