#pragma once

// Names of templates' instances that people can read: a kernel of a library can have thousands of letters.

#include <string>

#include "llvm/ADT/StringRef.h"

namespace lockstep::pass {

// A name that fits stays as it is. Of a longer one, the template arguments lose their namespaces, and those nested
// deepest become `...`: `_kernel_agent<ParallelForAgent<...>, long>`.
std::string ShortName(llvm::StringRef name);

}  // namespace lockstep::pass
