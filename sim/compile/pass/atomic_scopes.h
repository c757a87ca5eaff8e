#pragma once

// In: library code whose atomics of block scope (atomicAdd_block, cuda::atomic<T, thread_scope_block>) go through
// __lockstep_in_block(address). Out: those calls are gone, and the atomic instructions that use them are marked.

#include "llvm/IR/Module.h"

namespace lockstep {

inline constexpr char kBlockScope[] = "lockstep.block_scope";

// After library code has been inlined and plain locals have become registers; in recordings the mark may get lost.
void MarkBlockScope(llvm::Module& module);

// CUDA's own atomics are relaxed; the library makes them acq_rel, for the sake of the compiler and the processor
// (sim/toolkit/lockstep/library/atomics.h). In: the library's functions by themselves. Out: their atomics of that order
// are marked, so that a checker tells them from the program's own acq_rel.
inline constexpr char kRelaxed[] = "lockstep.relaxed";
void MarkRelaxed(llvm::Module& module);

}  // namespace lockstep
