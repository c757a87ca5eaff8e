#pragma once

// What `extern __shared__ float part[];` is an array of. Clang writes no debug information for a variable that is only
// declared. The module has the elements' layout, and the debug information of the types that the program uses
// elsewhere; where several types fit (int and unsigned), the declaration in the source says which.

#include <string>
#include <string_view>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace lockstep {

// "part", whatever namespace it is declared in.
std::string NameInSource(const llvm::GlobalVariable& array);

// The array's type, its outermost extent open; null where the type of its elements is not known.
llvm::DIType* TypeOfExternArray(const llvm::GlobalVariable& array);

// "unsigned int" of `extern __shared__ __align__(16) unsigned int part[];` in a source text; empty where the text has
// no such declaration.
std::string SpelledType(std::string_view source, std::string_view name);

}  // namespace lockstep
