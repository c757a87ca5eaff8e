#pragma once

// Kernels whose code depends on precompiled headers alone: instances of templates there for types from there. What they
// are compiled to can be found by their names, before clang instantiates them (sim/compile/known_kernels.h).

#include <set>
#include <string>

#include "llvm/ADT/StringSet.h"

namespace lockstep::pass {

struct HeaderKernels {
  llvm::StringSet<> made;          // instantiated, by mangled name
  std::set<std::string> left_out;  // those whose object is known, which the half does not contain
};
extern HeaderKernels header_kernels;  // of the only compilation of this process

}  // namespace lockstep::pass
