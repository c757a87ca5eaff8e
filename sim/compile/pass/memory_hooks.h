#pragma once

// In: device code as written. Out: the same with a hook of sim/hooks/hooks.h before each access to memory.
//
// Which accesses count (tests/pass pins it): every load, store, copy, fill and atomic of the source, but not those by
// which the compiler keeps plain locals and passes parameters:
//   - reads of a thread's own locals by name;
//   - in check mode also writes of them: plain locals have become registers by then;
//   - the spills of parameters to their slots, and anything done to a slot that is no variable of the source.

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit_tables.h"

namespace lockstep {

struct MemoryHookOptions {
  bool local_writes = false;  // record mode: named locals' writes are steps too
};

// `orders` gives each block's place in its function's control flow (LockstepSite::order).
using BlockOrders = llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t>;
BlockOrders OrderBlocks(llvm::Function& function);

void InsertMemoryHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                       const MemoryHookOptions& options);

}  // namespace lockstep
