#pragma once

// In: library code whose atomics of block scope (atomicAdd_block, cuda::atomic<T, thread_scope_block>) go through
// __lockstep_in_block(address). Out: those calls are gone, and the atomic instructions behind them are marked.

#include "llvm/IR/Module.h"

namespace lockstep {

inline constexpr char kBlockScope[] = "lockstep.block_scope";

// After library code has been inlined and plain locals have become registers; in recordings the mark may get lost.
void MarkBlockScope(llvm::Module& module);

}  // namespace lockstep
