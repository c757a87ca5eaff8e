#pragma once

// In: shuffles whose operand must be defined in every participating lane, as in C++.
// Out: shuffles that accept any operand: only the source lane must supply a value, and programs rely on that
// (`int r; if (lane == leader) r = atomicAdd(...); r = __shfl_sync(mask, r, leader);`). Otherwise LLVM would assume
// that lanes without a value never get there, and check mode would report them.

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

inline constexpr llvm::StringLiteral kShuffle = "__lockstep_shuffle";
// Lanes of a warp bring values, each as argument kExchangeOperand, and get what becomes of all of them: shuffles,
// votes, matches, reductions.
bool IsWarpExchange(const llvm::Function& function);
inline constexpr unsigned kExchangeOperand = 1;

void LetShufflesTakeAnything(llvm::Module& module);

}  // namespace lockstep::pass
