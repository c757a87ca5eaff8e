#pragma once

// In: shuffles whose operand C++ wants to have a value in every lane that comes.
// Out: shuffles that take any operand: only the lane that is asked must bring a value, and programs count on that
// (`int r; if (lane == leader) r = atomicAdd(...); r = __shfl_sync(mask, r, leader);`). LLVM would otherwise take the
// lanes without a value for ones that never come, and check mode would blame them.

#include "llvm/IR/Module.h"

namespace lockstep {

inline constexpr const char* kShuffle = "__lockstep_shuffle";
inline constexpr unsigned kShuffleOperand = 1;

void LetShufflesTakeAnything(llvm::Module& module);

}  // namespace lockstep
