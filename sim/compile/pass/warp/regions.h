#pragma once

// In: a canonical body. Out: its regions, the pieces between barriers, as functions with the parameters of the body.
// Region 0 begins at the kernel's start, region k after barrier k. Where lanes come to barrier k, a region calls
// kArrive with k and returns; where they leave the kernel, it only returns. If the tiles of a block stay together
// (tiles.h), regions that consist of the same code for the most part, like the one before a loop and the one that ends
// its rounds, are one function, which begins in the region kRegion.
//
// An array of a thread that is only accessed by elements of one type is kept element by element for all threads, so
// that an index that lanes share makes a plain vector access.
//
// The storage of a thread holds its values across a barrier: values that all threads of a warp share in the tile's,
// others in the thread's. What follows from parameters and indices alone is computed again. If the tiles of a block
// stay together (tiles.h), a value that is the same in all of them is in the block's store: a region reads it in the
// first half, and writes it to the second one, because the tiles after it read what was there before.

#include <vector>

#include "llvm/IR/PassManager.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

struct Regions {
  std::vector<llvm::Function*> functions;
  std::vector<bool> show_order;       // of each function (tile_order.h)
  std::vector<unsigned> function_of;  // of each region
  std::uint64_t storage_bytes = 0;    // of all threads that have storage at once (kStorage)
  std::uint64_t tile_bytes = 0;       // of one tile (kTileStore)
  std::uint64_t block_bytes = 0;      // of half of the block's store (kBlockStore)
  bool together = false;              // the tiles of a block come to the same barriers
  // For each function, the regions that can follow it; kNowhere for the kernel's end.
  std::vector<std::vector<unsigned>> next;

  bool has_barriers() const { return function_of.size() > 1; }
};

// The threads that have storage at once. Vectors may read, but not write, beyond the block's last thread.
inline constexpr std::uint64_t kRowsOfTile = 32, kRowsOfBlock = 1024 + 32;

Regions CutAtBarriers(WarpBody& body, llvm::FunctionAnalysisManager& analyses);

}  // namespace lockstep::pass::warp
