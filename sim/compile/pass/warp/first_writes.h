#pragma once

// In: a canonical body, before it is cut into regions.
// Out: the beginnings of shared variables that the threads of a block write, each its own part by threadIdx.x, before
// any thread can read shared memory: on every way from the kernel's start to its first barrier, on which nothing else
// is read that may be shared memory. What a block found there at its start is never seen, so it need not be poisoned.

#include <vector>

#include "sim/compile/pass/unit/first_write.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

std::vector<FirstWrite> FindFirstWrites(const WarpBody& body);

}  // namespace lockstep::pass::warp
