#pragma once

// A copy of a kernel's body, made to be widened: its parameters are those of the body (kernel_entry.h), then the state
// of thread_state.h, then what a tile gets beside it. A tile is the group of threads that run as the lanes of vectors.

#include <algorithm>
#include <cstdint>

#include "llvm/IR/Function.h"
#include "sim/compile/pass/unit/thread_state.h"

namespace lockstep::pass::warp {

enum TileField : unsigned {
  kPlace,        // i32: the thread's row in its own storage; one more in each lane
  kLane,         // i32: the number of the lane in its tile
  kFirstX,       // i32: threadIdx.x of the first lane
  kFirstLinear,  // i32: the linear number of the first lane
  kStorage,      // ptr: what each thread keeps across barriers, and its local arrays
  kTileStore,    // ptr: what the whole tile keeps across barriers
  kBlockStore,   // ptr: what the whole block keeps across barriers (regions.h)
  kVotes,        // ptr: i32[2], the block's counters of __syncthreads_count: [0] is read, [1] is added to
  kRegion,       // i32: the region that runs, of those that a function has (regions.h)
  kTileFields
};

struct WarpBody {
  llvm::Function* function = nullptr;
  unsigned parameters = 0;

  bool IsParameter(const llvm::Value* value) const {
    auto* argument = llvm::dyn_cast<llvm::Argument>(value);
    return argument && argument->getArgNo() < parameters;
  }
  llvm::Argument* State(unsigned field) const { return function->getArg(parameters + field); }
  llvm::Argument* Tile(unsigned field) const { return function->getArg(parameters + kStateFields + field); }
};

// The lanes of a tile: `rows` rows of `width` threads with consecutive threadIdx.x. `rows` * `width` is at most 32.
// `general`: 32 threads in CUDA's order, with any indices. `full`: every tile has all of its lanes; other blocks run in
// another shape.
struct Shape {
  unsigned width = 32, rows = 1;
  bool general = false, full = false;

  unsigned lanes() const { return width * rows; }
};

// A bit for each of `lanes`, at most 32.
constexpr std::uint32_t FullWord(unsigned lanes) { return lanes == 32 ? 0xffffffff : (1u << lanes) - 1; }

// The end of a region (regions.h): lanes that get there wait at a barrier and go on in region `argument 0`; `argument
// 1` is the predicate that the barrier counts.
inline constexpr const char* kArrive = "lockstep.arrive";
// Instead of a region: the kernel's end.
inline constexpr unsigned kNowhere = 0xffffffff;

}  // namespace lockstep::pass::warp
