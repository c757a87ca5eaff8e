#include "sim/compile/pass/facts/loop_rounds.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"

namespace lockstep::pass {

llvm::Value* RoundOf(llvm::Loop& loop) {
  llvm::BasicBlock* header = loop.getHeader();
  llvm::Type* type = llvm::Type::getInt32Ty(header->getContext());
  auto* round = llvm::PHINode::Create(type, 2, "round", header->begin());
  llvm::IRBuilder<> build(header, header->getFirstInsertionPt());
  build.SetCurrentDebugLocation({});
  llvm::Value* next = build.CreateAdd(round, build.getInt32(1));
  for (llvm::BasicBlock* from : llvm::predecessors(header))
    round->addIncoming(loop.contains(from) ? next : build.getInt32(0), from);
  return round;
}

}  // namespace lockstep::pass
