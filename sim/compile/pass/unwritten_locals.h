#pragma once

// Local variables that nobody has given a value yet.
//
// In: device code with locals in memory, before they become registers. Out: the same, where each variable's scope
// begins with a mark: a store of what `__lockstep_unwritten_value.N()` gives into a number or pointer, a call of
// `__lockstep_unwritten_array(array)` for an array. The marks keep LLVM from making up a value of its own choice; when
// check hooks have read them, DropUnwrittenMarks takes them out.

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lockstep {

void MarkUnwrittenLocals(llvm::Module& module);
void DropUnwrittenMarks(llvm::Module& module);

bool IsUnwrittenValue(const llvm::Value& value);
// The variable whose value such a mark stands for; null where that is not known.
llvm::DILocalVariable* UnwrittenVariable(const llvm::Instruction& mark);
// The array that the call marks; null for other calls.
llvm::AllocaInst* MarkedArray(const llvm::CallBase& call);

}  // namespace lockstep
