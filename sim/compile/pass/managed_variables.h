#pragma once

// __managed__ variables are one piece of memory for both halves: the device half's. In: halves that each have a
// variable of their own. Out: a device half that shows its managed variables to the linker, and a host half that uses
// those.

#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace lockstep {

struct ManagedVariable {
  llvm::GlobalVariable* global;
  std::string name;  // as the host half names it
};

// Comes after SeparateDeviceNames. `relocatable`: files share their device code, so a variable that is not static is
// one for all of them, host code of the others included.
void ShowManagedVariables(llvm::ArrayRef<ManagedVariable> variables, llvm::StringRef unit, bool relocatable);

// The host half: its shadows of managed variables go, and the device half's variables take their place.
void UseManagedVariables(llvm::Module& module, llvm::StringRef unit, bool relocatable);

}  // namespace lockstep
