#pragma once

// __managed__ variables are one object for both halves: the device half's. In: halves that each define a variable of
// their own. Out: a device half that exports its managed variables, and a host half that uses them.

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct ManagedVariable {
  llvm::GlobalVariable* global;
  std::string name;  // its name in the host half
};

// Runs after SeparateDeviceNames. `relocatable`: files share their device code, so a variable that is not static is one
// object for all of them, including their host code.
void ShowManagedVariables(llvm::ArrayRef<ManagedVariable> variables, llvm::StringRef unit, bool relocatable);

// In the host half, replaces the shadows of managed variables by the device half's variables.
void UseManagedVariables(llvm::Module& module, llvm::StringRef unit, bool relocatable);

}  // namespace lockstep::pass
