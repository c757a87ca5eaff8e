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
  std::string refusal;             // FILE.refused
};
extern HeaderKernels header_kernels;  // of the only compilation of this process

// Tells the driver, by an empty file FILE.refused beside that of -lockstep-known=FILE, to compile again and leave
// nothing out. The caller reports an error, which ends this compilation; the program could print the same error.
void RefuseToLeaveOut();

}  // namespace lockstep::pass
