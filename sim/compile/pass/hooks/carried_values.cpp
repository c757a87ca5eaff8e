#include "sim/compile/pass/hooks/carried_values.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {

bool Waiting::In(const llvm::CallBase& call) {
  llvm::Function* callee = call.getCalledFunction();
  if (!callee) return true;
  if (callee->isDeclaration()) return waits_.contains(callee);
  auto [known, is_new] = known_.try_emplace(callee, false);
  if (is_new)
    known->second = llvm::any_of(calls_.Reachable(*callee), [&](auto* each) { return waits_.contains(each); });
  return known->second;
}

namespace {

// Computes a value from its operands and does nothing else, whatever they are.
bool IsPure(const llvm::Instruction& instruction) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() && !call->mayHaveSideEffects() &&
           !call->isConvergent();
  return llvm::isa<llvm::PHINode, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::FreezeInst, llvm::GetElementPtrInst, llvm::InsertElementInst, llvm::ExtractElementInst,
                   llvm::ShuffleVectorInst, llvm::InsertValueInst, llvm::ExtractValueInst>(instruction) ||
         (llvm::isa<llvm::BinaryOperator>(instruction) && !instruction.isIntDivRem());
}

bool MayWaitIn(const llvm::Loop& loop, Waiting& waiting) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& each) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
      return call && waiting.In(*call);
    });
  });
}

// The instructions of the loop on which something in it depends that is more than a value: what it reads, writes and
// calls, and which way it goes.
llvm::SmallPtrSet<llvm::Instruction*, 32> NeededIn(const llvm::Loop& loop) {
  llvm::SmallPtrSet<llvm::Instruction*, 32> needed;
  llvm::SmallVector<llvm::Instruction*> open;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& instruction : *block)
      if (!IsPure(instruction) && needed.insert(&instruction).second) open.push_back(&instruction);
  while (!open.empty())
    for (llvm::Value* operand : open.pop_back_val()->operands())
      if (auto* on = llvm::dyn_cast<llvm::Instruction>(operand); on && loop.contains(on) && needed.insert(on).second)
        open.push_back(on);
  return needed;
}

// The values that differ from one iteration to the next, and that nothing in the loop but themselves depends on.
void FindCarried(const llvm::Loop& loop, llvm::SetVector<llvm::Instruction*>& carried) {
  const llvm::SmallPtrSet<llvm::Instruction*, 32> needed = NeededIn(loop);
  llvm::SmallVector<llvm::Instruction*> open;
  const auto take = [&](llvm::Instruction& value) {
    if (loop.contains(&value) && !needed.contains(&value) && carried.insert(&value)) open.push_back(&value);
  };
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::PHINode& phi : block->phis())
      if (!needed.contains(&phi)) take(phi);
  while (!open.empty())
    for (llvm::User* user : open.pop_back_val()->users()) take(*llvm::cast<llvm::Instruction>(user));
}

// The edges on which the loop is entered get a hook each.
void InsertEntries(const llvm::Loop& loop, llvm::Value* room, llvm::Value* bytes) {
  llvm::SmallSetVector<llvm::BasicBlock*, 4> outside;
  for (llvm::BasicBlock* from : llvm::predecessors(loop.getHeader()))
    if (!loop.contains(from)) outside.insert(from);
  for (llvm::BasicBlock* from : outside) CallHook(from->getTerminator(), "__lockstep_check_carries", {room, bytes});
}

// Every use of the values reads them anew from the frame: none stays in a register over a barrier. Takes away what
// nobody uses.
llvm::SmallVector<llvm::AllocaInst*> MoveToFrame(const llvm::SetVector<llvm::Instruction*>& carried) {
  llvm::SmallVector<llvm::AllocaInst*> slots;
  llvm::SmallVector<llvm::PHINode*> phis;
  for (llvm::Instruction* value : carried) {
    llvm::AllocaInst* slot = llvm::DemoteRegToStack(*value, true);
    if (!slot) continue;  // the value is gone
    slots.push_back(slot);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) phis.push_back(phi);
  }
  for (llvm::PHINode* phi : phis)
    if (llvm::AllocaInst* slot = llvm::DemotePHIToStack(phi)) slots.push_back(slot);
  return slots;
}

// The runtime's words and then the values, in place of their single slots.
llvm::AllocaInst* JoinSlots(llvm::Function& function, llvm::ArrayRef<llvm::AllocaInst*> slots) {
  llvm::IRBuilder<> build(&function.getEntryBlock(), function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  build.SetCurrentDebugLocation({});
  llvm::SmallVector<llvm::Type*> fields(LOCKSTEP_CARRIED_VALUES, build.getInt64Ty());
  for (const llvm::AllocaInst* slot : slots) fields.push_back(slot->getAllocatedType());
  auto* type = llvm::StructType::get(function.getContext(), fields);
  llvm::AllocaInst* room = build.CreateAlloca(type);
  build.CreateStore(build.getInt64(0), room);
  for (unsigned i = 0; i < slots.size(); ++i) {
    slots[i]->replaceAllUsesWith(build.CreateStructGEP(type, room, LOCKSTEP_CARRIED_VALUES + i));
    slots[i]->eraseFromParent();
  }
  return room;
}

}  // namespace

void SetCarriedValuesApart(llvm::Function& function, Waiting& waiting) {
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::SmallVector<const llvm::Loop*> with_values;
  llvm::SetVector<llvm::Instruction*> carried;
  for (const llvm::Loop* loop : loops) {
    if (!MayWaitIn(*loop, waiting)) continue;
    const std::size_t before = carried.size();
    FindCarried(*loop, carried);
    if (carried.size() > before) with_values.push_back(loop);
  }
  if (carried.empty()) return;
  const llvm::SmallVector<llvm::AllocaInst*> slots = MoveToFrame(carried);
  llvm::AllocaInst* room = JoinSlots(function, slots);
  const std::uint64_t size = function.getDataLayout().getTypeAllocSize(room->getAllocatedType());
  llvm::Value* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()), size);
  for (const llvm::Loop* loop : with_values) InsertEntries(*loop, room, bytes);
  for (llvm::BasicBlock& block : function)
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      CallHook(end, "__lockstep_check_carries_no_more", {room});
}

}  // namespace lockstep::pass
