#pragma once

// In: shuffles whose operand must be defined in every participating lane, as in C++.
// Out: shuffles that accept any operand: only the source lane must supply a value, and programs rely on that
// (`int r; if (lane == leader) r = atomicAdd(...); r = __shfl_sync(mask, r, leader);`). Otherwise LLVM would assume
// that lanes without a value never get there, and check mode would report them.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

inline constexpr const char* kShuffle = "__lockstep_shuffle";
inline constexpr unsigned kShuffleOperand = 1;

void LetShufflesTakeAnything(llvm::Module& module);

}  // namespace lockstep::pass
