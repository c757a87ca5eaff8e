#pragma once

// In: device code as written, in record mode. Out: the same with a hook of sim/hooks/hooks.h before each access to
// memory.
//
// Every load, store, copy, fill and atomic of the source counts, except those by which the compiler keeps plain locals
// and passes parameters:
//   - reads of a thread's own locals by name;
//   - the spills of parameters to their slots, and accesses to slots that are no variables of the source.
// test/memory_hooks.ll covers each of these cases.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep::pass {

// `orders` gives each block's position in its function's control flow (LockstepSite::order).
using BlockOrders = llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t>;
BlockOrders OrderBlocks(llvm::Function& function);

void InsertMemoryHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders);

}  // namespace lockstep::pass
