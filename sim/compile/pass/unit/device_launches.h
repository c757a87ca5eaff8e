#pragma once

// In: device code that launches kernels, as clang generated it: a call of `__cudaPushCallConfiguration`, then one of
// the kernel itself; most of them in a lambda of their own (sim/compile/mended_source.h).
// Out: the lambdas are part of the functions around them, at the line of the launch. The first call is one of
// `__lockstep_configure_launch`. The second is one of `__lockstep_launch.KERNEL`, a function with the kernel's calling
// convention that hands its arguments to the runtime (sim/api/device_runtime.cpp). It stands beside the kernel; with
// relocatable device code, other files may call it. It is the kernel's address in device code, and registered as such.

#include "sim/compile/pass/facts/annotations.h"

namespace lockstep::pass {

struct LaunchOptions {
  llvm::StringRef unit;      // the unit's name
  bool relocatable = false;  // other files may launch the kernels of this one
};

void LowerLaunches(llvm::Module& module, const Annotations& annotations, const LaunchOptions& options);

}  // namespace lockstep::pass
