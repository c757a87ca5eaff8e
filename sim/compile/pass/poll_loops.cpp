#include "sim/compile/pass/poll_loops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep {
namespace {

bool ReadsWhatOthersWrite(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return true;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load && (load->isVolatile() || load->isAtomic());
}

// Reads by which the loop waits: those in the backward slice of its exits, through values and through the branches that
// choose between them.
llvm::SmallVector<llvm::Instruction*> FindAwaitedReads(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::Instruction*> awaited;
  llvm::SmallVector<const llvm::Value*> open;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  auto follow = [&](const llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction && loop.contains(instruction) && seen.insert(instruction).second) open.push_back(instruction);
  };
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  for (llvm::BasicBlock* block : exiting) follow(block->getTerminator());
  // A branch in the loop decides which values meet behind it, and whether an exit is reached.
  while (!open.empty()) {
    auto* instruction = llvm::cast<llvm::Instruction>(open.pop_back_val());
    if (ReadsWhatOthersWrite(*instruction)) awaited.push_back(const_cast<llvm::Instruction*>(instruction));
    for (const llvm::Value* operand : instruction->operands()) follow(operand);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      for (llvm::BasicBlock* incoming : phi->blocks())
        for (llvm::BasicBlock* before = incoming; before && loop.contains(before);
             before = before->getSinglePredecessor())
          follow(before->getTerminator());
  }
  return awaited;
}

const llvm::DILocation* PlaceOf(const llvm::Loop& loop) {
  for (const llvm::Instruction& instruction : *loop.getHeader())
    if (const llvm::DILocation* place = instruction.getDebugLoc().get()) return place;
  return loop.getStartLoc().get();
}

}  // namespace

bool InsertPolls(llvm::Function& function, UnitTables& tables) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool found = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::SmallVector<llvm::Instruction*> awaited = FindAwaitedReads(*loop);
    if (awaited.empty()) continue;
    for (llvm::Instruction* read : awaited) read->setMetadata(kAwaited, llvm::MDNode::get(function.getContext(), {}));
    const llvm::DILocation* place = PlaceOf(*loop);
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      llvm::IRBuilder<> build(latch->getTerminator());
      if (place) build.SetCurrentDebugLocation(place);
      llvm::Value* site = place ? tables.Site(place, 0) : llvm::ConstantPointerNull::get(build.getPtrTy());
      build.CreateCall(
          function.getParent()->getOrInsertFunction("__lockstep_poll", build.getVoidTy(), build.getPtrTy()), site);
    }
    found = true;
  }
  return found;
}

}  // namespace lockstep
