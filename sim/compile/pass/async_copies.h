#pragma once

// In: a device half in check mode, before library functions are inlined. Out: the same, with hooks at the calls of
// `__pipeline_memcpy_async` and its relatives: the copy is done at once, but the program must not rely on that.

#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep::pass {

// True where inline PTX makes asynchronous copies or waits for them: what it waits for is not known.
bool CopiesInPtx(const llvm::Module& module);
void ReportAsyncCopies(llvm::Module& module, UnitTables& tables);

}  // namespace lockstep::pass
