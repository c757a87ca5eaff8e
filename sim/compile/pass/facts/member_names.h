#pragma once

// The source name of a struct's member, from the debug information: "`name` of `Record`"; the struct alone if there is
// no more information.

#include <string>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "sim/compile/pass/facts/declared_types.h"

namespace lockstep::pass {

// "struct.space::Record.3" is `Record` in the debug information; empty for types without a name in LLVM.
llvm::StringRef PlainName(const llvm::StructType& type);

std::string MemberName(const llvm::DataLayout& layout, DeclaredTypes& declared, llvm::StructType& type, unsigned index);

}  // namespace lockstep::pass
