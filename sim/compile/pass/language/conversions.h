#pragma once

// In: conversions from floating-point numbers to integers, whose result LLVM leaves undefined if the number does not
// fit. Out: the behaviour of a GPU's cvt instruction. The number saturates at 32 bits (64 for 64-bit results), and
// narrower results are the low bits of that, so (unsigned char)300.0f is 44 and (unsigned char)-1.0f is 0. NaN gives 0
// from float to 32 bits, else the pattern 0x80...0 (PTX ISA, "cvt"). Conversions that provably fit, such as that of a
// weighted sum of bytes, are unchanged.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/language/undefined_hooks.h"

namespace lockstep::pass {

// `hooks` is null if values that do not fit need not be reported.
void SaturateConversions(llvm::Module& module, UndefinedHooks* hooks);

}  // namespace lockstep::pass
