#pragma once

// In: the regions of a kernel, widened for one or more shapes.
// Out: `void entry(const LockstepBlock*, void* const* args)`, which runs a block: rounds of regions, and in each round
// the tiles that are there. A barrier opens when every tile has come to one, or has left the kernel.

#include <vector>

#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/warp/regions.h"

namespace lockstep::pass::warp {

struct Tiling {
  Shape shape;
  std::vector<llvm::Function*> regions;  // the result of Widen for each region
};

// The first tiling that fits the block's dimensions is used; the last one must fit all. `whole_warps`: a tile must hold
// the threads of one warp, which then are the tile's lanes in order.
llvm::Function* MakeWarpEntry(const KernelBody& body, const Regions& regions, const std::vector<Tiling>& tilings,
                              bool whole_warps, llvm::GlobalVariable* shared_base);

}  // namespace lockstep::pass::warp
