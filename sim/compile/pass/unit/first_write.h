#pragma once

#include <cstdint>

namespace lockstep::pass {

// The beginning of a shared variable that the threads of a block write before any can read it (warp/first_writes.h).
struct FirstWrite {
  bool dynamic = false;      // of dynamic shared memory, not of the unit's part of the arena
  std::uint64_t offset = 0;  // in it, of thread 0's part
  std::uint64_t bytes = 0;   // of each thread's part
};

}  // namespace lockstep::pass
