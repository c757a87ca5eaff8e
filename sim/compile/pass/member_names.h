#pragma once

// What people call a member of a struct: "`name` of `Record`", by the debug information; the struct alone where that
// has no more.

#include <string>

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

namespace lockstep {

std::string MemberName(const llvm::Module& module, llvm::StructType& type, unsigned index);

}  // namespace lockstep
