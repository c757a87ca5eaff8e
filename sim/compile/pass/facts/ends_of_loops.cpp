#include "sim/compile/pass/facts/ends_of_loops.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::pass {
CallEffects::Facts CallEffects::Of(const llvm::Function& function) {
  if (auto known = known_.find(&function); known != known_.end()) return known->second;
  known_[&function] = {};
  Facts facts{.effect = Effect::kNone, .may_leave = false};
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    Effect effect = Effect::kNone;
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      effect = Of(*call);
      facts.may_leave |= MayLeave(*call);
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      effect = load->isSimple() ? Effect::kReads : Effect::kUnknown;
    } else if (instruction.mayReadOrWriteMemory()) {
      effect = Effect::kUnknown;
    }
    facts.effect = std::max(facts.effect, effect);
  }
  return known_[&function] = facts;
}

CallEffects::Effect CallEffects::Of(const llvm::CallBase& call) {
  if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::AssumeInst>(call) || call.isLifetimeStartOrEnd()) return Effect::kNone;
  if (call.doesNotAccessMemory()) return Effect::kNone;
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return Effect::kUnknown;
  if (!callee->isDeclaration()) return Of(*callee).effect;
  return callee->isIntrinsic() && call.onlyReadsMemory() ? Effect::kReads : Effect::kUnknown;
}

// Of the runtime's functions, those that say so.
bool CallEffects::MayLeave(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || call.doesNotReturn()) return true;
  return callee->isDeclaration() ? callee->getName() == "__lockstep_exit" : Of(*callee).may_leave;
}

namespace {

using Effect = CallEffects::Effect;

class EndFinder {
 public:
  EndFinder(const llvm::Loop& loop, CallEffects& effects) : loop_(loop), effects_(effects) {}

  EndOfLoop Find() {
    for (const llvm::BasicBlock* block : loop_.blocks()) {
      const llvm::Instruction* last = block->getTerminator();
      if (last->getNumSuccessors() > 1) DependsOn(last->getOperand(0));
      if (!llvm::isa<llvm::BranchInst, llvm::SwitchInst>(last)) end_.is_known = false;
    }
    while (!open_.empty()) Visit(*open_.pop_back_val());
    LookAtTheRest();
    return std::move(end_);
  }

 private:
  void DependsOn(llvm::Value* value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction && loop_.contains(instruction) && seen_.insert(instruction).second) open_.push_back(instruction);
  }

  void Visit(llvm::Instruction& instruction) {
    const Effect effect = EffectOf(instruction);
    if (effect == Effect::kUnknown) end_.is_known = false;
    end_.reads |= effect == Effect::kReads;
    if (effect == Effect::kReads || llvm::isa<llvm::PHINode>(instruction)) end_.values.insert(&instruction);
    for (llvm::Value* operand : instruction.operands()) DependsOn(operand);
  }

  Effect EffectOf(const llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return effects_.Of(*call);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isSimple()) return Effect::kReads;
    const bool is_plain = !instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(instruction);
    return is_plain ? Effect::kNone : Effect::kUnknown;
  }

  void LookAtTheRest() {
    bool leaves = false, writes = false;
    for (const llvm::BasicBlock* block : loop_.blocks())
      for (const llvm::Instruction& instruction : *block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        leaves |= call && effects_.MayLeave(*call);
        writes |= call ? effects_.Of(*call) == Effect::kUnknown : instruction.mayWriteToMemory();
      }
    if (leaves || (end_.reads && writes)) end_.is_known = false;
    llvm::SmallVector<llvm::BasicBlock*> exits;
    loop_.getExitBlocks(exits);
    end_.stays = exits.empty() && !leaves;
  }

  const llvm::Loop& loop_;
  CallEffects& effects_;
  EndOfLoop end_;
  llvm::SmallPtrSet<llvm::Instruction*, 32> seen_;
  llvm::SmallVector<llvm::Instruction*> open_;
};

}  // namespace

EndOfLoop EndOf(const llvm::Loop& outermost, CallEffects& effects) { return EndFinder(outermost, effects).Find(); }

}  // namespace lockstep::pass
