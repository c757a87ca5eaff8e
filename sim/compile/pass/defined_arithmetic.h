#pragma once

// In: shifts, divisions and remainders of whole numbers, whose result LLVM leaves undefined for some operands.
// Out: what a GPU computes. A shift count is a 32-bit number without a sign, and one of the width or more shifts
// everything out (PTX ISA, "shl", "shr"): 0, or the sign where the shift is arithmetic. The least number divided by -1
// is itself, with remainder 0, since a GPU divides magnitudes and wraps. Divided by zero, quotient and remainder have
// all bits set: PTX leaves this open, and GPUs do it. What provably cannot happen costs nothing.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/undefined_hooks.h"

namespace lockstep {

// `hooks` is null where nobody wants to know.
void DefineArithmetic(llvm::Module& module, UndefinedHooks* hooks);

}  // namespace lockstep
