#include "sim/compile/pass/hooks/skip_hooks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/language/shuffles.h"
#include "sim/compile/pass/unit/hook_call.h"

namespace lockstep::pass {
namespace {

bool IsMeeting(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return false;
  if (IsWarpExchange(*callee)) return true;
  return llvm::StringSwitch<bool>(callee->getName())
      .Cases("__lockstep_syncthreads", "__lockstep_syncthreads_count", "__lockstep_syncthreads_and",
             "__lockstep_syncthreads_or", true)
      .Cases("__lockstep_syncwarp", "__lockstep_multiply", "__lockstep_multiply_registers", "__lockstep_use_matrix",
             true)
      .Default(false);
}

// True if, in the source, `innermost` is inside the branch that `outer` decides, itself or by a call that was inlined.
// An `if` has a scope of its own at its place; a branch without one, at the top level of a function, is an early exit.
bool IsInsideOf(const llvm::DILocation& innermost, const llvm::DILocation& outer) {
  const llvm::DILocation* inner = &innermost;
  while (inner && inner->getInlinedAt() != outer.getInlinedAt()) inner = inner->getInlinedAt();
  if (!inner) return false;
  const llvm::DIScope* wanted = outer.getScope();
  for (const llvm::DIScope* scope = inner->getScope(); scope; scope = scope->getScope()) {
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
  bool leaves_loop;  // the bypass is the exit of a loop that reaches the barrier in each iteration
};

using BlockSet = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

// All branches that decide whether `target` is reached, at any depth.
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

// A call that is a barrier or a warp operation, or leads to one; `place` is where that stands.
struct Meeting {
  llvm::CallBase* call;
  const llvm::DILocation* place;
};

// The first barrier or warp operation in the functions that the call leads to: who goes around the call goes around it.
const llvm::DILocation* FirstMeetingIn(const llvm::CallBase& call, llvm::SmallPtrSetImpl<const llvm::Function*>& seen) {
  if (IsMeeting(call)) return call.getDebugLoc() ? PlaceInProgram(call.getDebugLoc().get()) : nullptr;
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || !seen.insert(callee).second) return nullptr;
  for (const llvm::Instruction& instruction : llvm::instructions(*callee))
    if (auto* inner = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::DILocation* place = FirstMeetingIn(*inner, seen)) return place;
  return nullptr;
}

std::vector<Meeting> FindMeetings(llvm::Function& function) {
  std::vector<Meeting> meetings;
  llvm::SmallPtrSet<const llvm::Function*, 8> seen;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !call->getDebugLoc()) continue;
    seen.clear();
    if (const llvm::DILocation* place = FirstMeetingIn(*call, seen)) meetings.push_back({call, place});
  }
  return meetings;
}

class SkipFinder {
 public:
  SkipFinder(llvm::Function& function, UnitTables& tables)
      : tables_(tables), after_(function), dominators_(function), loops_(dominators_) {}

  void AddSkipsOf(const Meeting& meeting, std::vector<Skip>& skips) {
    const llvm::DILocation* place = PlaceInProgram(meeting.call->getDebugLoc().get());
    llvm::BasicBlock* target = meeting.call->getParent();
    BlockSet on_the_way;
    for (llvm::BasicBlock* branch : DecidersOf(target, after_, on_the_way)) {
      if (!IsForTheProgram(branch, target, *place)) continue;
      for (llvm::BasicBlock* next : llvm::successors(branch))
        if (llvm::none_of(on_the_way, [&](llvm::BasicBlock* block) { return after_.dominates(block, next); }))
          skips.push_back({branch, next, tables_.Site(meeting.place, 0), LeavesLoop(target, branch, next)});
    }
  }

 private:
  // True if the source shows that the branch decides whether `target` is reached.
  bool IsForTheProgram(const llvm::BasicBlock* branch, const llvm::BasicBlock* target, const llvm::DILocation& place) {
    const llvm::DILocation* decides = PlaceInProgram(branch->getTerminator()->getDebugLoc().get());
    const llvm::Loop* loop = loops_.getLoopFor(branch);
    const bool ends_loop = loop && loop->contains(target) && loop->isLoopExiting(branch);
    return decides && (ends_loop || IsInsideOf(place, *decides));
  }

  // The exit of a loop whose every iteration reaches the barrier.
  bool LeavesLoop(llvm::BasicBlock* target, llvm::BasicBlock* from, llvm::BasicBlock* to) {
    for (const llvm::Loop* loop = loops_.getLoopFor(target); loop; loop = loop->getParentLoop()) {
      llvm::SmallVector<llvm::BasicBlock*> latches;
      loop->getLoopLatches(latches);
      const bool always = llvm::all_of(latches, [&](auto* latch) { return dominators_.dominates(target, latch); });
      if (always && loop->contains(from) && !loop->contains(to)) return true;
    }
    return false;
  }

  UnitTables& tables_;
  llvm::PostDominatorTree after_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
};

// Splits the edge and returns its block. An edge that was already split for another barrier has one.
llvm::BasicBlock* BlockOf(const Skip& skip) {
  if (llvm::is_contained(llvm::successors(skip.from), skip.to)) return llvm::SplitEdge(skip.from, skip.to);
  llvm::BasicBlock* edge = nullptr;
  for (llvm::BasicBlock* candidate : llvm::successors(skip.from))
    if (candidate->getSingleSuccessor() == skip.to) edge = candidate;
  return edge ? edge : llvm::SplitEdge(skip.from, skip.to);
}

}  // namespace

void InsertSkipHooks(llvm::Function& function, UnitTables& tables) {
  const std::vector<Meeting> meetings = FindMeetings(function);
  if (meetings.empty()) return;
  std::vector<Skip> skips;
  SkipFinder finder(function, tables);
  for (const Meeting& meeting : meetings) finder.AddSkipsOf(meeting, skips);
  for (const Skip& skip : skips) {
    llvm::Instruction* end = BlockOf(skip)->getTerminator();
    CallHook(end, "__lockstep_check_skip", {skip.site, llvm::IRBuilder<>(end).getInt32(skip.leaves_loop)});
  }
}

}  // namespace lockstep::pass
