#pragma once

// In: optimised code in which a part of a vector is taken by shifting one integer of all its bits, or out of a vector
// of wide integers. That is what LLVM makes of a load that follows a wider vector store to the same place; its code
// generator moves such integers through general registers, word by word. Out: the elements themselves, by a shuffle.

#include "llvm/IR/PassManager.h"

namespace lockstep::pass {

// True if anything has changed.
bool TakeVectorParts(llvm::Function& function);

struct VectorParts : llvm::PassInfoMixin<VectorParts> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lockstep::pass
