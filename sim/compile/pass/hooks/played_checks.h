#pragma once

// In: host code that plays a kernel (played_code.h). Out: the same with the hooks of sim/hooks/check.h at its accesses
// to memory that may be an array that the program has named. Values are not followed: host memory has no poison.

#include "sim/compile/pass/hooks/hook_arguments.h"

namespace lockstep::pass {

// A variable that is one number or pointer is no array, whoever else may see it.
bool IsPlainVariable(const llvm::Value* address);

void InsertPlayedChecks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders);

}  // namespace lockstep::pass
