#pragma once

// In: the host half in check mode. Out: the same, with a call of `__lockstep_check_host` before each access through a
// pointer into memory of the CUDA API, and to `__managed__` variables: host code must not access the device's memory,
// nor memory that a kernel or an asynchronous copy still uses. For other memory the cost is two loads and a comparison.
// Accesses to the host's stand-in for a device variable call `__lockstep_check_host_shadow`.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void InsertHostHooks(llvm::Module& module);

}  // namespace lockstep::pass
