#pragma once

// State spaces. An address of shared memory is a number relative to the block's, which fits in 32 bits
// (__cvta_generic_to_shared in sim/toolkit/lockstep/library/runtime_calls.h); the other spaces' are generic addresses.

#include "sim/compile/pass/language/ptx/lowering.h"

namespace lockstep::pass::lower {

// `number` has 32 or 64 bits.
llvm::Value* FromShared(PtxLowering& ptx, llvm::Value* number);
// 64 bits.
llvm::Value* ToShared(PtxLowering& ptx, llvm::Value* address);

// The address in argument `i`, in the space that the modifiers name.
llvm::Value* AddressIn(PtxLowering& ptx, std::size_t i, bool is_shared);
bool NamesShared(const PtxLowering& ptx);

}  // namespace lockstep::pass::lower
