#include "sim/compile/pass/skip_hooks.h"

#include <cstddef>

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/library_code.h"
#include "sim/compile/pass/thread_state.h"
#include "sim/hooks/state.h"

namespace lockstep {
namespace {

bool IsMeeting(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  return llvm::StringSwitch<bool>(callee->getName())
      .Cases("__lockstep_syncthreads", "__lockstep_syncthreads_count", "__lockstep_syncthreads_and",
             "__lockstep_syncthreads_or", true)
      .Cases("__lockstep_syncwarp", "__lockstep_shuffle", "__lockstep_vote", "__lockstep_match", "__lockstep_gather",
             true)
      .Default(false);
}

// Whether the source has `inner` inside the branch that `outer` decides. An `if` has a scope of its own at its place; a
// branch whose place has none, at the top of a function, is one that leaves it early.
bool IsInsideOf(const llvm::DILocation& inner, const llvm::DILocation& outer) {
  if (inner.getInlinedAt() != outer.getInlinedAt()) return false;
  const llvm::DIScope* wanted = outer.getScope();
  for (const llvm::DIScope* scope = inner.getScope(); scope; scope = scope->getScope()) {
    if (llvm::isa<llvm::DISubprogram>(scope)) return false;
    if (scope == wanted) return true;
    auto* block = llvm::dyn_cast<llvm::DILexicalBlock>(scope);
    if (block && block->getLine() == outer.getLine() && block->getColumn() == outer.getColumn()) return true;
  }
  return false;
}

struct Skip {
  llvm::BasicBlock *from, *to;
  llvm::Value* site;
  bool leaves_loop;  // the way around is the end of a loop that comes to the barrier in each round
};

using BlockSet = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

// The branches that decide whether `target` is reached, however deep.
BlockSet DecidersOf(llvm::BasicBlock* target, llvm::PostDominatorTree& after, BlockSet& on_the_way) {
  BlockSet deciders;
  on_the_way.insert(target);
  for (std::size_t i = 0; i < on_the_way.size(); ++i) {
    llvm::BasicBlock* block = on_the_way[i];
    for (llvm::BasicBlock& branch : *target->getParent()) {
      if (branch.getTerminator()->getNumSuccessors() < 2 || after.properlyDominates(block, &branch)) continue;
      if (llvm::none_of(llvm::successors(&branch),
                        [&](llvm::BasicBlock* next) { return after.dominates(block, next); }))
        continue;
      deciders.insert(&branch);
      on_the_way.insert(&branch);
    }
  }
  return deciders;
}

}  // namespace

void InsertSkipHooks(llvm::Function& function, UnitTables& tables) {
  std::vector<llvm::CallBase*> meetings;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && IsMeeting(*call) && call->getDebugLoc())
        meetings.push_back(call);
  if (meetings.empty()) return;
  llvm::PostDominatorTree after(function);
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  // The end of a loop whose every round comes to the barrier.
  const auto leaves_loop = [&](llvm::BasicBlock* target, llvm::BasicBlock* from, llvm::BasicBlock* to) {
    for (const llvm::Loop* loop = loops.getLoopFor(target); loop; loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock*> latches;
      loop->getLoopLatches(latches);
      const bool always = llvm::all_of(latches, [&](auto* latch) { return dominators.dominates(target, latch); });
      if (always && loop->contains(from) && !loop->contains(to)) return true;
    }
    return false;
  };
  std::vector<Skip> skips;
  for (llvm::CallBase* call : meetings) {
    const llvm::DILocation* place = PlaceInProgram(call->getDebugLoc().get());
    BlockSet on_the_way;
    for (llvm::BasicBlock* branch : DecidersOf(call->getParent(), after, on_the_way)) {
      const llvm::DILocation* decides = PlaceInProgram(branch->getTerminator()->getDebugLoc().get());
      const llvm::Loop* loop = loops.getLoopFor(branch);
      const bool ends_loop = loop && loop->contains(call->getParent()) && loop->isLoopExiting(branch);
      if (!decides || !(ends_loop || IsInsideOf(*place, *decides))) continue;
      for (llvm::BasicBlock* next : llvm::successors(branch)) {
        const bool still =
            llvm::any_of(on_the_way, [&](llvm::BasicBlock* block) { return after.dominates(block, next); });
        if (!still)
          skips.push_back({branch, next, tables.Site(place, 0), leaves_loop(call->getParent(), branch, next)});
      }
    }
  }
  for (const Skip& skip : skips) {
    // An edge that was split for another barrier has a block of its own by now.
    llvm::BasicBlock* next = skip.to;
    if (!llvm::is_contained(llvm::successors(skip.from), next))
      for (llvm::BasicBlock* candidate : llvm::successors(skip.from))
        if (candidate->getSingleSuccessor() == skip.to) next = candidate;
    llvm::BasicBlock* edge = next == skip.to ? llvm::SplitEdge(skip.from, next) : next;
    llvm::IRBuilder<> build(edge->getTerminator());
    build.CreateCall(function.getParent()->getOrInsertFunction("__lockstep_check_skip", build.getVoidTy(),
                                                               build.getPtrTy(), build.getInt32Ty()),
                     {skip.site, build.getInt32(skip.leaves_loop)});
  }
}

void InsertRoundHooks(llvm::Function& function, UnitTables& tables) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  std::vector<std::pair<llvm::Instruction*, const llvm::DILocation*>> rounds;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::DILocation* place = nullptr;
    for (const llvm::Instruction& instruction : *loop->getHeader())
      if (!place && instruction.getDebugLoc() && instruction.getDebugLoc().getLine())
        place = PlaceInProgram(instruction.getDebugLoc().get());
    if (!place) continue;
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) rounds.push_back({latch->getTerminator(), place});
  }
  for (auto [at, place] : rounds) {
    llvm::IRBuilder<> build(at);
    llvm::Value* left = build.CreateConstInBoundsGEP1_64(
        build.getInt8Ty(), LoadCurrentThread(build, *function.getParent()), offsetof(LockstepThread, rounds_left));
    llvm::Value* rest = build.CreateSub(build.CreateLoad(build.getInt64Ty(), left), build.getInt64(1));
    build.CreateStore(rest, left);
    llvm::MDNode* rarely = llvm::MDBuilder(function.getContext()).createUnlikelyBranchWeights();
    llvm::Instruction* then =
        llvm::SplitBlockAndInsertIfThen(build.CreateICmpEQ(rest, build.getInt64(0)), at, false, rarely);
    llvm::IRBuilder<> call(then);
    call.CreateCall(
        function.getParent()->getOrInsertFunction("__lockstep_check_rounds", call.getVoidTy(), call.getPtrTy()),
        {tables.Site(place, 0)});
  }
}

}  // namespace lockstep
