#pragma once

// Memory as one thread of a kernel sees it: its own stack, its block's shared memory, that of the other blocks of its
// cluster, and the program's allocations and variables. The checker and the recorder look addresses up here; Classify
// (miss.h) handles accesses that reach none of them.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/machine/location.h"
#include "sim/machine/machine.h"
#include "sim/machine/miss.h"
#include "sim/machine/shared_memory.h"

namespace lockstep::machine {

struct MemoryAccess {
  std::uint64_t address = 0, size = 1;
  // The pointer that the address was computed from; 0: unknown. An access computed from one object that reaches another
  // one is a miss, even if that memory is valid.
  std::uint64_t base = 0;
};

enum class Holder : std::uint8_t {
  kOwn,      // the thread's stack
  kShared,   // a shared variable of its block
  kPeer,     // the arena of another block of its cluster; that block's SharedMemory knows the variables
  kProgram,  // an allocation, or a variable of the device half
};

// The memory that contains an access.
struct Spot {
  Holder holder = Holder::kProgram;
  std::size_t index = 0;  // kShared: of the variable; kPeer: the block's rank
  Location location;      // kProgram
};

// A thread's view of memory. A plain value, cheap to create; it owns nothing that it points to.
struct MemoryMap {
  const Machine& machine;
  AddressRange own;                        // the part of its stack that it may use
  const SharedMemory& shared;              // of its block
  const ClusterMemory* cluster = nullptr;  // null if the block is a cluster of one

  // Nothing if the access is invalid, or reaches memory that is in no table of the device half: constants that the
  // compiler created, which host_memory.h recognises.
  std::optional<Spot> Find(const MemoryAccess& access) const;
  // The object that an access missed for which Find returns nothing.
  Miss MissOf(const MemoryAccess& access) const { return Classify(machine, shared, access.address, access.base); }
};

// The part of Find that does not depend on the thread.
std::optional<Location> FindInProgram(const Machine& machine, const MemoryAccess& access);

// True if a base points into an allocation or a variable of the program. Constants that the compiler made are neither.
bool IsOfObject(const Machine& machine, std::uint64_t base);

}  // namespace lockstep::machine
