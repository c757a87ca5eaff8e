#pragma once

// What an access that reaches no memory it may touch has most likely missed. Facts only: the checker and the recorder
// find words for them, and decide whether the kernel can go on.

#include <cstdint>
#include <vector>

#include "sim/machine/machine.h"

namespace lockstep {

// The shared memory of the block that makes the access.
struct SharedMemory {
  std::uint64_t begin = 0, end = 0;  // of the block's arena
  std::uint64_t dynamic = 0;         // where the bytes begin that the launch passes
  struct Variable {
    std::uint64_t begin = 0, end = 0;
  };
  std::vector<Variable> variables;  // those that the kernel can reach
};

enum class MissKind : std::uint8_t {
  kNoShared,           // shared memory, of which the kernel has none
  kNoDynamicShared,    // dynamic shared memory, of which the launch passes none
  kPastDynamicShared,  // ... past what the launch passes
  kShared,             // outside a shared variable
  kNull,               // the first page
  kAllocation,         // outside a live allocation
  kFreed,              // one that has been freed
  kNoAllocation,       // device addresses, far from every allocation
  kVariable,           // outside a variable of the device half
  kOther,              // none of the device's
};

struct Miss {
  MissKind kind = MissKind::kOther;
  std::size_t shared = 0;                   // kNoDynamicShared, kPastDynamicShared, kShared: index into the variables
  const MemoryObject* object = nullptr;     // kAllocation, kFreed
  const Machine::Global* global = nullptr;  // kVariable
  bool is_near = false;                     // kAllocation: in some allocation's red zone, so that nothing breaks
};

inline constexpr std::uint64_t kNullPage = 4096;

// `base` is the pointer that the address was computed from, 0 where that is not known: it says what was meant. Without
// it, the memory that ends or begins nearest was.
Miss Classify(const Machine& machine, const SharedMemory& shared, std::uint64_t address, std::uint64_t base);

}  // namespace lockstep
