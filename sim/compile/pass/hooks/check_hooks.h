#pragma once

// In: device code as written, with plain locals in registers. Out: the same with a hook of sim/hooks/check.h at each
// access to memory that other threads can see, and with the origins of unwritten values propagated beside the values.
//
// Origins follow values within a function, through registers and loops. A value is used when a branch, an address, an
// atomic or a call depends on it. A store carries the origin of its value into memory.

#include "sim/compile/pass/facts/struct_padding.h"
#include "sim/compile/pass/hooks/hook_arguments.h"

namespace lockstep::pass {

void InsertCheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, DeclaredTypes& declared,
                      StructPadding& padding);

}  // namespace lockstep::pass
