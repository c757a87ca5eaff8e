#pragma once

// Atomic updates of memory.

#include "sim/compile/pass/language/ptx/lowering.h"

namespace lockstep::pass::lower {

// Updates what is at `address` by `value`, of the instruction's first type, as its modifiers say. Returns what was
// there before.
llvm::Value* UpdateElement(PtxLowering& ptx, llvm::Value* address, llvm::Value* value);

}  // namespace lockstep::pass::lower
