#pragma once

// The passes of both halves, in order (passes.def).

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "sim/compile/pass/half.h"

namespace lockstep::pass {

struct Pass {
  llvm::StringRef name;
  unsigned modes;  // bits 1 << LOCKSTEP_RUN and so on
  void (*run)(Half&);
};

llvm::ArrayRef<Pass> DevicePasses();
llvm::ArrayRef<Pass> HostPasses();

// Of those of the half's mode, all but Options::without.
void RunPasses(Half& half);

}  // namespace lockstep::pass
