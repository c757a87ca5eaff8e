#pragma once

// Barriers that are words in shared memory.

#include "sim/compile/pass/language/ptx/lowering.h"

namespace lockstep::pass::lower {

// `bytes`, 64 bits, that the barrier at `address` waits for have come.
void CompleteBytes(PtxLowering& ptx, llvm::Value* address, llvm::Value* bytes);

}  // namespace lockstep::pass::lower
