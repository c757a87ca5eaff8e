#pragma once

// In: a kernel's body after thread_state.h has lowered its state.
// Out: a copy for the warp engine (warp_body.h), in the form that the other steps expect: all callees inlined that can
// be, no site stores, of debug information nothing or only lines, scalar values in registers, only two-way branches,
// reducible loops. Further below: the same for the functions that regions.h makes of the copy.

#include "llvm/IR/PassManager.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

WarpBody MakeCanonicalCopy(const KernelBody& body, llvm::FunctionAnalysisManager& analyses, bool keep_lines);

// Cleans up after a copy was cut, and gives it loop-closed SSA form.
void CloseLoops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace lockstep::pass::warp
