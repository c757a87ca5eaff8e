#pragma once

// In: the host half of a unit whose device code is shared between files (-rdc=true). Clang lets it register itself
// through a function that CUDA's device linker would generate.
// Out: a host half that registers itself with the runtime, so that only the host's linker is needed.
#include "llvm/IR/Module.h"

namespace lockstep::pass {

void RegisterWithoutDeviceLink(llvm::Module& module);

// Out: the stubs of kernels stay functions, so that the place of a call of one, without `<<<>>>`, can be told from the
// kernel's own.
void KeepStubsApart(llvm::Module& module);

}  // namespace lockstep::pass
