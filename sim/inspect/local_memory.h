#pragma once

// The local arrays of a thread whose addresses have left their functions, for accesses through such an address.

#include <cstdint>
#include <vector>

#include "sim/hooks/unit.h"

namespace lockstep::inspect {

struct LocalArray {
  std::uint64_t begin = 0, size = 0;
  unsigned char* shadow = nullptr;   // one for each byte: not 0 where it has no value
  std::uint32_t* origins = nullptr;  // one for every four bytes: where what they hold comes from
  const LockstepVariable* variable = nullptr;
  bool in_scope = true;

  // The origin of what [address, address + size) holds; 0 where all of it has a value.
  std::uint32_t Read(std::uint64_t address, std::uint64_t bytes) const;
  // Stores a value of `origin`; 0: a good one.
  void Write(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin);
};

// The arrays of functions that have not returned, innermost last. A function that returns takes its arrays with it,
// since others use that part of the stack from then on.
class LocalMemory {
 public:
  // Everything below `frame` on the stack is gone.
  void Begin(const LocalArray& array, std::uint64_t frame);
  void End(std::uint64_t begin);
  void Leave(std::uint64_t begin);
  // The array that holds `address`, or whose room after it does; null where there is none.
  LocalArray* Find(std::uint64_t address);

 private:
  std::vector<LocalArray> arrays_;
};

}  // namespace lockstep::inspect
