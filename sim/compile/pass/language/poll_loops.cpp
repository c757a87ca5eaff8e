#include "sim/compile/pass/language/poll_loops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "sim/compile/pass/facts/loop_rounds.h"

namespace lockstep::pass {
namespace {

bool ReadsWhatOthersWrite(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return true;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load && (load->isVolatile() || load->isAtomic());
}

llvm::Function* DefinedCallee(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

bool ReadsClock(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->getName() == "__lockstep_clock" || callee->getName() == "__lockstep_nanoseconds");
}

using IsRead = bool (*)(const llvm::Instruction&);

// The functions with such reads, directly or through callees.
class Reads {
 public:
  Reads(llvm::Module& module, IsRead is_read) : is_read_(is_read) {
    llvm::DenseMap<const llvm::Function*, llvm::SmallPtrSet<llvm::Function*, 4>> callers;
    llvm::SmallVector<llvm::Function*> open;
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block) {
          if (is_read(instruction)) open.push_back(&function);
          if (llvm::Function* callee = DefinedCallee(instruction)) callers[callee].insert(&function);
        }
    while (!open.empty()) {
      llvm::Function* function = open.pop_back_val();
      if (readers_.insert(function).second) open.append(callers[function].begin(), callers[function].end());
    }
  }

  bool any() const { return !readers_.empty(); }
  bool MakesSome(const llvm::Instruction& instruction) const {
    const llvm::Function* callee = DefinedCallee(instruction);
    return is_read_(instruction) || (callee && readers_.contains(callee));
  }
  void Mark(llvm::Instruction& awaited) {
    llvm::LLVMContext& context = awaited.getContext();
    if (is_read_(awaited)) return awaited.setMetadata(kAwaited, llvm::MDNode::get(context, {}));
    llvm::Function* callee = DefinedCallee(awaited);
    if (!callee || !readers_.contains(callee) || !marked_.insert(callee).second) return;
    for (llvm::BasicBlock& block : *callee)
      for (llvm::Instruction& instruction : block)
        if (MakesSome(instruction)) Mark(instruction);
  }

 private:
  IsRead is_read_;
  llvm::SmallPtrSet<const llvm::Function*, 16> readers_, marked_;
};

// The reads that the loop waits for: those in the backward slice of its exits, through values and through the branches
// that select between them.
llvm::SmallVector<llvm::Instruction*> FindAwaitedReads(const llvm::Loop& loop, const Reads& reads) {
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
  // A branch in the loop decides which values reach a phi after it, and whether an exit is taken.
  while (!open.empty()) {
    auto* instruction = llvm::cast<llvm::Instruction>(open.pop_back_val());
    if (reads.MakesSome(*instruction)) awaited.push_back(const_cast<llvm::Instruction*>(instruction));
    for (const llvm::Value* operand : instruction->operands()) follow(operand);
    // If locals are in memory: the value read from one was stored into it.
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()))
        for (const llvm::User* user : local->users())
          if (llvm::isa<llvm::StoreInst>(user)) follow(user);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      for (llvm::BasicBlock* incoming : phi->blocks())
        for (llvm::BasicBlock* before = incoming; before && loop.contains(before);
             before = before->getSinglePredecessor())
          follow(before->getTerminator());
  }
  return awaited;
}

const llvm::Value* WithoutCasts(const llvm::Value* value) {
  while (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) value = cast->getOperand(0);
  return value;
}

bool IsPartOf(const llvm::AtomicCmpXchgInst& swap, const llvm::Value* value, unsigned part) {
  auto* extracted = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  return extracted && extracted->getAggregateOperand() == &swap && extracted->getIndices()[0] == part;
}

// The value that the swap has found: its first result, or, after success, the expected value.
bool IsOldValueOf(const llvm::AtomicCmpXchgInst& swap, const llvm::Value* value) {
  value = WithoutCasts(value);
  if (IsPartOf(swap, value, 0)) return true;
  auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(swap.getParent()->getTerminator());
  if (!phi || !branch || !branch->isConditional() || !IsPartOf(swap, branch->getCondition(), 1)) return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const bool has_succeeded =
        phi->getIncomingBlock(i) == swap.getParent() && branch->getSuccessor(0) == phi->getParent();
    const llvm::Value* incoming = WithoutCasts(phi->getIncomingValue(i));
    const bool is_old =
        has_succeeded ? incoming == WithoutCasts(swap.getCompareOperand()) : IsPartOf(swap, incoming, 0);
    if (!is_old) return false;
  }
  return true;
}

// True if the condition holds exactly when the swap has succeeded, false if exactly when it has failed; nothing if
// neither.
std::optional<bool> HoldsOnSuccess(const llvm::Value* condition, const llvm::AtomicCmpXchgInst& swap) {
  if (IsPartOf(swap, condition, 1)) return true;
  auto opposite = [](std::optional<bool> holds) { return holds ? std::optional(!*holds) : std::nullopt; };
  if (llvm::isa<llvm::ZExtInst, llvm::TruncInst>(condition))
    return HoldsOnSuccess(llvm::cast<llvm::CastInst>(condition)->getOperand(0), swap);
  using namespace llvm::PatternMatch;
  const llvm::Value* inner = nullptr;
  if (match(condition, m_Not(m_Value(inner)))) return opposite(HoldsOnSuccess(inner, swap));
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare || !compare->isEquality()) return std::nullopt;
  const bool is_equal = compare->getPredicate() == llvm::CmpInst::ICMP_EQ;
  const llvm::Value *a = compare->getOperand(0), *b = compare->getOperand(1);
  if (match(b, m_Zero()))
    if (const std::optional<bool> holds = HoldsOnSuccess(a, swap)) return is_equal ? !*holds : *holds;
  const llvm::Value* expected = WithoutCasts(swap.getCompareOperand());
  if ((IsOldValueOf(swap, a) && WithoutCasts(b) == expected) || (IsOldValueOf(swap, b) && WithoutCasts(a) == expected))
    return is_equal;
  return std::nullopt;
}

// True if the swap expects what the loop read of the same address last: in this iteration, or by itself in the one
// before.
bool ExpectsLastRead(const llvm::AtomicCmpXchgInst& swap, const llvm::Loop& loop) {
  const llvm::Value* expected = WithoutCasts(swap.getCompareOperand());
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(expected))
    return loop.contains(load) && load->getPointerOperand() == swap.getPointerOperand();
  auto* phi = llvm::dyn_cast<llvm::PHINode>(expected);
  if (!phi || phi->getParent() != loop.getHeader() || !loop.isLoopInvariant(swap.getPointerOperand())) return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (loop.contains(phi->getIncomingBlock(i)) && !IsOldValueOf(swap, phi->getIncomingValue(i))) return false;
  return true;
}

// True if the loop is left at the end of `block` where the swap has succeeded.
bool EndsWithSuccess(const llvm::BasicBlock& block, const llvm::AtomicCmpXchgInst& swap, const llvm::Loop& loop) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) return false;
  const std::optional<bool> holds = HoldsOnSuccess(branch->getCondition(), swap);
  return holds && !loop.contains(branch->getSuccessor(*holds ? 0 : 1));
}

// A loop that changes memory by compare-and-swap and tries again only if another thread changed it in between: some
// thread succeeds in each round, so it waits for nobody.
bool IsRetry(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*> latches, exiting;
  loop.getLoopLatches(latches);
  loop.getExitingBlocks(exiting);
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& instruction : *block) {
      auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
      if (!swap || !ExpectsLastRead(*swap, loop)) continue;
      for (const llvm::BasicBlock* exit : exiting)
        if (dominators.dominates(block, exit) && EndsWithSuccess(*exit, *swap, loop) &&
            llvm::all_of(latches, [&](llvm::BasicBlock* latch) { return dominators.dominates(exit, latch); }))
          return true;
    }
  return false;
}

// The first line of the loop that has one: what the optimizer has moved or joined is on line 0.
const llvm::DILocation* PlaceOf(const llvm::Loop& loop) {
  for (const llvm::BasicBlock* block : loop.blocks())  // the header first
    for (const llvm::Instruction& instruction : *block) {
      const llvm::DILocation* place = instruction.getDebugLoc().get();
      if (place && place->getLine() != 0) return place;
    }
  return loop.getStartLoc().get();
}

void InsertClockJumps(llvm::Function& function, const Reads& clocks, const Reads& others) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    // A time limit on a wait for other threads is not a wait for the clock.
    if (FindAwaitedReads(*loop, clocks).empty() || !FindAwaitedReads(*loop, others).empty()) continue;
    llvm::Value* round = RoundOf(*loop);
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      llvm::IRBuilder<> build(latch->getTerminator());
      build.CreateCall(
          function.getParent()->getOrInsertFunction("__lockstep_clock_jump", build.getVoidTy(), build.getInt32Ty()),
          round);
    }
  }
}

bool InsertPolls(llvm::Function& function, Reads& reads, bool at_retries, UnitTables& tables) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool found = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::SmallVector<llvm::Instruction*> awaited = FindAwaitedReads(*loop, reads);
    if (awaited.empty() || (!at_retries && IsRetry(*loop, dominators))) continue;
    for (llvm::Instruction* read : awaited) reads.Mark(*read);
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

}  // namespace

void InsertClockJumps(llvm::Module& module) {
  const Reads clocks(module, ReadsClock);
  if (!clocks.any()) return;
  const Reads others(module, ReadsWhatOthersWrite);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) InsertClockJumps(function, clocks, others);
}

bool InsertPolls(llvm::Module& module, UnitTables& tables, bool at_retries) {
  Reads reads(module, ReadsWhatOthersWrite);
  bool found = false;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) found |= InsertPolls(function, reads, at_retries, tables);
  return found;
}

}  // namespace lockstep::pass
