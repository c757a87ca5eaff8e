#pragma once

// In: a host half in which functions have the marks of shared/lockstep/play.h. Out: these functions, and those of the
// program that they can call, with the hooks of the mode, each of which runs only while a thread is being played; and
// the tables of a unit that describes them. A host half without marks stays as it is.

#include <string>

#include "llvm/IR/PassManager.h"

namespace lockstep::pass {

// `mode` is LOCKSTEP_CHECK or LOCKSTEP_RECORD.
void InstrumentPlayedCode(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, const std::string& unit,
                          unsigned mode);

}  // namespace lockstep::pass
