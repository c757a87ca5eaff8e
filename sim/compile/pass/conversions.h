#pragma once

// In: conversions of real to whole numbers, whose result LLVM leaves undefined where the number does not fit.
// Out: what a GPU's cvt instruction does. The number saturates at 32 bits (64 for 64-bit results) and narrower results
// are the low bits of that, so (unsigned char)300.0f is 44 and (unsigned char)-1.0f is 0. NaN gives 0 from float to 32
// bits, else the pattern 0x80...0 (PTX ISA, "cvt"). Conversions that provably fit, such as of a weighted sum of bytes,
// stay as they are.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/undefined_hooks.h"

namespace lockstep {

// `hooks` is null where nobody wants to know what did not fit.
void SaturateConversions(llvm::Module& module, UndefinedHooks* hooks);

}  // namespace lockstep
