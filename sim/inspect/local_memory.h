#pragma once

// The local arrays of a thread whose addresses have left their functions, as the checks see them when somebody else
// follows such an address.

#include <cstdint>
#include <vector>

#include "sim/hooks/unit.h"

namespace lockstep {

struct LocalArray {
  std::uint64_t begin = 0, size = 0;
  unsigned char* shadow = nullptr;   // a byte each, not 0 where nobody has given a value
  std::uint32_t* origins = nullptr;  // one for every four bytes: where what they hold comes from
  const LockstepVariable* variable = nullptr;
  bool in_scope = true;
};

// Of functions that are at work, innermost last: one that returns takes its arrays away, since its place on the stack
// is another's from then on.
class LocalMemory {
 public:
  // `frame`: everything below it on the stack is gone.
  void Begin(const LocalArray& array, std::uint64_t frame);
  void End(std::uint64_t begin);
  void Leave(std::uint64_t begin);
  // The array that holds `address`, or whose room after it does; null where there is none.
  LocalArray* Find(std::uint64_t address);

 private:
  std::vector<LocalArray> arrays_;
};

}  // namespace lockstep
