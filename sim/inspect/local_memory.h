#pragma once

// The local arrays of a thread whose addresses have left their functions, as the checks see them when somebody else
// follows such an address.

#include <cstdint>
#include <vector>

#include "sim/hooks/unit.h"

namespace lockstep {

struct LocalArray {
  std::uint64_t begin = 0, size = 0;
  unsigned char* shadow = nullptr;  // a byte each, not 0 where nobody has written
  const LockstepVariable* variable = nullptr;
  bool in_scope = true;
};

// Innermost last.
class LocalMemory {
 public:
  // `frame`: everything below it on the stack is gone.
  void Begin(const LocalArray& array, std::uint64_t frame);
  void End(std::uint64_t begin);
  // The array that holds `address`, or whose room behind it does; null where there is none.
  LocalArray* Find(std::uint64_t address);

 private:
  std::vector<LocalArray> arrays_;
};

}  // namespace lockstep
