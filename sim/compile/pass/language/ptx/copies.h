#pragma once

// The hooks that tell the checker of asynchronous copies (sim/compile/pass/language/async_copies.h).

#include "sim/compile/pass/language/ptx/lowering.h"

namespace lockstep::pass::lower {

// Sizes have 64 bits. `taken` bytes come from the source.
struct AsyncCopy {
  llvm::Value *to, *size, *from, *taken;
  bool in_bulk = false;
  llvm::Value* barrier = nullptr;  // in whose phase it counts; null: in the thread's group
};
// After the copy, and before the barrier hears of it.
void ReportCopy(PtxLowering& ptx, const AsyncCopy& copy);

}  // namespace lockstep::pass::lower
