#pragma once

// In: device code as clang made it, with calls of the device library. Out: arithmetic as nvcc's flags ask for it.
//
// -ftz=true: float operations take denormal operands as zeros of their sign and give such zeros for denormal results.
// Doubles and 16-bit floats keep theirs, and so does inline PTX, where `.ftz` says it.
// -use_fast_math, which includes that: `x / y` is `__fdividef(x, y)`, `powf` is `__powf`. (The other functions that
// nvcc replaces have here the same values as their fast forms. -prec-div=false and -prec-sqrt=false allow an error that
// is not made here.)

#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct FastMath {
  bool flushes = false, is_fast = false;
};

void UseFastMath(llvm::Module& module, FastMath asked);

}  // namespace lockstep::pass
