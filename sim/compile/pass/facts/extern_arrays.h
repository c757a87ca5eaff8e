#pragma once

// The element type of `extern __shared__ float part[];`. Clang writes no debug information for a variable that is only
// declared. The module has the layout of the elements, and the debug information of the types that the program uses
// elsewhere; if several types fit (int and unsigned), the declaration in the source decides.

#include <string>
#include <string_view>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// "part", without any namespace.
std::string NameInSource(const llvm::GlobalVariable& array);

// The array's type, with an open outermost extent; null if the element type is unknown.
llvm::DIType* TypeOfExternArray(const llvm::GlobalVariable& array);

// "unsigned int" for `extern __shared__ __align__(16) unsigned int part[];` in a source text; empty if the text has no
// such declaration.
std::string SpelledType(std::string_view source, std::string_view name);

}  // namespace lockstep::pass
