#pragma once

// In: device code as written, plain locals in registers. Out: the same with a hook of sim/hooks/explain.h at each
// access to memory that threads can share, at each branch of the source, and on each line that has neither.
//
// The context of a block is a value: what the function was entered with, and in each loop a number that changes with
// every round. Pieces of one access of the source (a float4 that was taken apart) are one instruction again, where its
// alignment allows the device one of 8 or 16 bytes.

#include "sim/compile/pass/memory_hooks.h"

namespace lockstep {

// Arrays begin where sectors do, as they do on the device.
void AlignAsOnTheDevice(llvm::GlobalVariable& variable);

void InsertExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, unsigned& next_number);

}  // namespace lockstep
