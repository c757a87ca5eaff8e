#pragma once

// In: a host half in which functions have the marks of shared/lockstep/play.h. Out: these functions, and those of the
// program that they can call, with the hooks of the mode, each of which runs only while a thread is being played; and
// the tables of a unit that describes them. A host half without marks stays as it is.

#include <string>

#include "llvm/IR/PassManager.h"

namespace lockstep::pass {

struct PlayedCode {
  std::string unit;
  unsigned mode = 0;      // LOCKSTEP_CHECK or LOCKSTEP_RECORD
  bool explains = false;  // of LOCKSTEP_CHECK: also the hooks of sim/hooks/explain.h
};
void InstrumentPlayedCode(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, const PlayedCode& code);

}  // namespace lockstep::pass
