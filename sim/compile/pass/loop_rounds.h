#pragma once

// How often a loop has begun anew since it was entered: a counter that the loop is given, 0 in its first round. It
// holds in all of the loop.

#include "llvm/Analysis/LoopInfo.h"

namespace lockstep {

llvm::Value* RoundOf(llvm::Loop& loop);

}  // namespace lockstep
