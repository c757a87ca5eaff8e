#pragma once

// In: a function with reducible loops. Out: its blocks so that each follows all of its predecessors, back edges
// excepted, and the blocks of each loop are together, its header first.

#include <vector>

#include "llvm/Analysis/LoopInfo.h"

namespace lockstep::pass::warp {

std::vector<llvm::BasicBlock*> OrderBlocks(llvm::Function& function, const llvm::LoopInfo& loops);

}  // namespace lockstep::pass::warp
