#pragma once

// In: a device half whose asynchronous copies call __lockstep_async_* (sim/toolkit/lockstep/device.h), from CUDA's
// headers and from inline PTX. Out: in check mode, hooks at the program's lines; in the other modes, nothing. The copy
// is done at once, but the program must not rely on that.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// Runs after library functions are inlined.
void ReportAsyncCopies(llvm::Module& module, UnitTables& tables);
void DropAsyncCopies(llvm::Module& module);

}  // namespace lockstep::pass
