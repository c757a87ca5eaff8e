#pragma once

// In: a device half whose symbols have the names of the host half's. Out: names that cannot meet them: functions and
// variables of the unit become internal, or, under separate compilation, get a prefix of their own.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace lockstep {

// What device symbols of separate compilation begin with. The driver strips it from the linker's messages.
inline constexpr char kDevicePrefix[] = "__device__";

void SeparateDeviceNames(llvm::Module& module, bool relocatable);

}  // namespace lockstep
