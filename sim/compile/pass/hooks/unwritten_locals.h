#pragma once

// Local variables that have no value yet.
//
// In: device code with locals in memory, before they become registers. Out: the same, with a mark at the start of each
// variable's scope: for a number or pointer, a store of the result of `__lockstep_unwritten_value.N()`; for an array, a
// call of `__lockstep_unwritten_array(array)`. The marks keep LLVM from choosing a value; after the check hooks have
// read them, DropUnwrittenMarks removes them.

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

void MarkUnwrittenLocals(llvm::Module& module);
void DropUnwrittenMarks(llvm::Module& module);

bool IsUnwrittenValue(const llvm::Value& value);
// The variable that such a mark stands for; null if unknown.
llvm::DILocalVariable* UnwrittenVariable(const llvm::Instruction& mark);
// The array that the call marks; null for other calls.
llvm::AllocaInst* MarkedArray(const llvm::CallBase& call);

}  // namespace lockstep::pass
