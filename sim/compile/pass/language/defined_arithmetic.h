#pragma once

// In: shifts, divisions and remainders of integers, whose result LLVM leaves undefined for some operands.
// Out: what a GPU computes. A shift count is an unsigned 32-bit number, and a count of the width or more shifts out all
// bits (PTX ISA, "shl", "shr"): the result is 0, or the sign for an arithmetic shift. The minimum divided by -1 is
// itself, with remainder 0, because a GPU divides magnitudes and wraps. The quotient and remainder by zero have all
// bits set: PTX leaves this open, and GPUs do it. Cases that provably cannot happen cost nothing.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/language/undefined_hooks.h"

namespace lockstep::pass {

// `hooks` is null if these cases need not be reported.
void DefineArithmetic(llvm::Module& module, UndefinedHooks* hooks);

}  // namespace lockstep::pass
