#pragma once

// In: device code as written, plain locals in registers. Out: the same with a hook of sim/hooks/explain.h at each
// access to memory that threads can share, at each branch of the source, and on each line that has neither.
//
// The context of a block is a value: the context of the function's entry, combined in each loop with a number that
// changes with every iteration. The pieces of one source access (such as a float4 that was split) count as one
// instruction again if the alignment allows a device instruction of 8 or 16 bytes.

//
// In host code that plays a kernel, variables of one number or pointer are registers, and only named arrays are
// counted. A thread of it begins at a mark: loops around the mark do not count as the thread's.

#include "sim/compile/pass/hooks/hook_arguments.h"

namespace lockstep::pass {

// Aligns arrays to sectors, as on the device.
void AlignAsOnTheDevice(llvm::GlobalVariable& variable);

void InsertExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, unsigned& next_number);
// `marks`: the calls in the function at which a thread begins; may be empty.
void InsertPlayedExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                              unsigned& next_number, llvm::ArrayRef<llvm::CallBase*> marks);

}  // namespace lockstep::pass
