#pragma once

// In: library code whose atomics of block scope (atomicAdd_block, cuda::atomic<T, thread_scope_block>) call
// __lockstep_in_block(address). Out: these calls are removed, and the atomic instructions that use them are marked.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

inline constexpr char kBlockScope[] = "lockstep.block_scope";

// Runs after library code has been inlined and plain locals are in registers; in recordings the mark may be lost.
void MarkBlockScope(llvm::Module& module);

// An update of inline PTX that says its order itself, also in a library.
constexpr char kOrdered[] = "lockstep.ordered";
void MarkOrdered(llvm::Instruction& update);

// CUDA's own atomics are relaxed; the library uses acq_rel, for the sake of the compiler and the processor
// (sim/toolkit/lockstep/library/atomics.h). In: the library's functions alone. Out: their acq_rel atomics are marked,
// so that a checker can distinguish them from acq_rel atomics of the program.
inline constexpr char kRelaxed[] = "lockstep.relaxed";
void MarkRelaxed(llvm::Module& module);

}  // namespace lockstep::pass
