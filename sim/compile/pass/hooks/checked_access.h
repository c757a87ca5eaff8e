#pragma once

// What the hooks of check mode are given of an access: for check_hooks.cpp and lane_checks.cpp.

#include <cstdint>

#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

// False for what the compiler has made, which is not checked.
bool HasPlace(const llvm::Instruction& instruction);
// Memory that only this thread can see and that has no shadow.
bool IsOwn(const llvm::Value* address);
// The bits of `how` for what the address must be a multiple of.
std::uint64_t Promised(llvm::Align alignment);
// The address in the space that all others are part of; what that takes is inserted before `at`.
llvm::Value* Plain(llvm::Instruction* at, llvm::Value* address);
// The parameter or variable that the address was computed from; null if it is not evident.
llvm::Value* BaseOf(llvm::Instruction* at, llvm::Value* address);

}  // namespace lockstep::pass
