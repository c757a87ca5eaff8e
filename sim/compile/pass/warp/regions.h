#pragma once

// In: a canonical body. Out: its regions, the pieces between barriers, each as a function of its own with the
// parameters of the body. Region 0 begins at the kernel's start, region k after barrier k. Where lanes come to barrier
// k, a region calls kArrive with k and returns; where they leave the kernel, it only returns.
//
// What a thread knows across a barrier is in its storage: values that all threads of a warp share in the tile's, others
// in the thread's. What follows from parameters and indices alone is computed again.

#include <vector>

#include "llvm/IR/PassManager.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

struct Regions {
  std::vector<llvm::Function*> functions;
  std::uint64_t storage_bytes = 0;  // of all threads that have storage at once (kStorage)
  std::uint64_t tile_bytes = 0;     // of one tile (kTileStore)
};

// The threads that have storage at once. Vectors may read, but not write, beyond the block's last thread.
inline constexpr std::uint64_t kRowsOfTile = 32, kRowsOfBlock = 1024 + 32;

Regions CutAtBarriers(WarpBody& body, llvm::FunctionAnalysisManager& analyses);

}  // namespace lockstep::pass::warp
