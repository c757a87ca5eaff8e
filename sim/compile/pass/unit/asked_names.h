#pragma once

// The linkage names that NVRTC is asked for: `extern "C" const void* __lockstep_name_3 = (const void*)(EXPRESSION)`
// becomes the text "lockstep: __lockstep_name_3 is LINKAGENAME" in the code. Must run before any name changes.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void TellAskedNames(llvm::Module& module);

}  // namespace lockstep::pass
