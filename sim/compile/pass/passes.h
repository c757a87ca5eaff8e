#pragma once

// The passes of both halves (passes.def), as the flags choose them (options.cpp).

#include "llvm/ADT/StringRef.h"
#include "sim/compile/pass/half.h"

namespace lockstep::pass {

// Runs those of the half's mode in their order. Flags that name what is not there are an error of the half's context.
void RunPasses(Half& half);

// A pass among LLVM's own.
struct LatePass {
  llvm::StringRef name;
  bool (*run)(llvm::Function&);
};
// True if anything has changed.
bool RunLatePass(const LatePass& pass, llvm::Function& function, const Options& options);

}  // namespace lockstep::pass
