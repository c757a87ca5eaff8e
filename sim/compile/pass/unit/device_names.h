#pragma once

// In: a device half whose symbols have the same names as those of the host half. Out: names that do not clash:
// functions and variables of the unit become internal or, under separate compilation, get a prefix.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// The prefix of device symbols under separate compilation. The driver removes it from the linker's messages.
inline constexpr char kDevicePrefix[] = "__device__";

void SeparateDeviceNames(llvm::Module& module, bool relocatable);

}  // namespace lockstep::pass
