#pragma once

// The number of times that a loop has begun a new iteration since it was entered: a counter that is added to the loop,
// 0 in the first iteration. It dominates the whole loop.

#include "llvm/Analysis/LoopInfo.h"

namespace lockstep::pass {

llvm::Value* RoundOf(llvm::Loop& loop);

}  // namespace lockstep::pass
