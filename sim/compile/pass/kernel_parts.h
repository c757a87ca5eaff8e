#pragma once

// In: a finished device half without debug information, and entries of kernels that are library code: Thrust's and
// CUB's. Out: each such entry, with all that it reaches, is a module of its own in a folder (0.bc, 1.bc, ...), and the
// half has only its name. Library kernels change seldom, so the driver keeps what these modules are compiled to
// (sim/compile/kernel_parts.h).
//
// A part depends on nothing but the kernel's own code: whatever it shares with the half (variables, rows of the tables)
// has a name by the kernel and a number, so that an edit elsewhere in the program leaves the part the same, bit for
// bit.

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct PartsRequest {
  std::string folder;  // that exists and is empty
  std::string unit;    // distinguishes the names of this unit's parts
};

// An error about the folder is a diagnostic.
void WriteKernelParts(llvm::Module& module, llvm::ArrayRef<llvm::Function*> entries, const PartsRequest& request);

}  // namespace lockstep::pass
