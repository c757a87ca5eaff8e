#pragma once

// In: the host half of a unit whose device code is shared between files (-rdc=true). Clang has it register itself
// through a function that CUDA's device linker would write.
// Out: a host half that registers itself with the runtime, so that nothing but the host's linker is needed.

#include "llvm/IR/Module.h"

namespace lockstep {

void RegisterWithoutDeviceLink(llvm::Module& module);

}  // namespace lockstep
