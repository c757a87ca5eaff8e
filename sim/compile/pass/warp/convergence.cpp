#include "sim/compile/pass/warp/convergence.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "sim/compile/pass/warp/lanes.h"
#include "sim/compile/pass/warp/masks.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// The blocks in which all lanes that live must be together. Elsewhere, those that are together may meet by themselves.
BlockSet BlocksWithMeetings(const llvm::Function& function, const Masks& masks) {
  BlockSet found;
  for (const llvm::BasicBlock& block : function)
    for (const llvm::Instruction& instruction : block) {
      const Operation operation = OperationOf(instruction);
      if (!IsMeeting(operation)) continue;
      const bool by_themselves =
          operation != Operation::kBarrier && masks.NamesLanesHere(llvm::cast<llvm::CallBase>(instruction));
      if (!by_themselves) found.insert(&block);
    }
  return found;
}

// The blocks from which a meeting can be reached.
BlockSet BlocksBefore(const BlockSet& meetings) {
  BlockSet found;
  llvm::SmallVector<const llvm::BasicBlock*> open(meetings.begin(), meetings.end());
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (found.insert(block).second) open.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
  return found;
}

// Follows the lanes that part at a branch until they are together again: in the one block that all of their paths come
// to next. Paths end at a meeting, because the lanes must be together there.
class Parting {
 public:
  Parting(const llvm::BasicBlock& branch, const BlockSet& meetings, const BlockSet& relevant,
          const llvm::LoopInfo& loops)
      : branch_(branch), meetings_(meetings), relevant_(relevant), loops_(loops) {}

  bool EndsBeforeAMeeting() {
    for (const llvm::BasicBlock* next : llvm::successors(&branch_))
      if (relevant_.contains(next)) sides_.insert(next);
    // The others never meet anybody again.
    if (sides_.size() < 2) return true;
    for (const llvm::BasicBlock* join : Candidates())
      if (AllPathsLeadTo(*join)) return true;
    return false;
  }

 private:
  // The blocks that the first side can reach, the branch itself excepted.
  std::vector<const llvm::BasicBlock*> Candidates() const {
    std::vector<const llvm::BasicBlock*> found;
    BlockSet seen;
    std::vector<const llvm::BasicBlock*> open{*sides_.begin()};
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!seen.insert(open[i]).second) continue;
      found.push_back(open[i]);
      if (!meetings_.contains(open[i]))
        for (const llvm::BasicBlock* next : llvm::successors(open[i])) open.push_back(next);
    }
    return found;
  }

  // No path goes round a loop that contains the join, because the lanes would come to it in different iterations.
  bool AllPathsLeadTo(const llvm::BasicBlock& join) const {
    BlockSet seen;
    llvm::SmallVector<const llvm::BasicBlock*> open(sides_.begin(), sides_.end());
    const llvm::Loop* around = loops_.getLoopFor(&join);
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (block == &join || !seen.insert(block).second) continue;
      if (meetings_.contains(block)) return false;
      for (const llvm::Loop* loop = around; loop; loop = loop->getParentLoop())
        if (loop->getHeader() == block) return false;
      for (const llvm::BasicBlock* next : llvm::successors(block))
        if (relevant_.contains(next)) open.push_back(next);
    }
    return true;
  }

  const llvm::BasicBlock& branch_;
  const BlockSet &meetings_, &relevant_;
  const llvm::LoopInfo& loops_;
  BlockSet sides_;
};

}  // namespace

std::optional<std::string> WhyLanesPart(const WarpBody& body) {
  llvm::DominatorTree dominators(*body.function);
  const llvm::LoopInfo loops(dominators);
  const BlockSet meetings = BlocksWithMeetings(*body.function, Masks(*body.function, dominators, loops));
  if (meetings.empty()) return std::nullopt;
  const BlockSet relevant = BlocksBefore(meetings);
  // In the general shape, everything varies that can vary in any.
  const Lanes lanes(body, {.general = true}, dominators, loops);
  for (const llvm::BasicBlock& block : *body.function)
    if (relevant.contains(&block) && lanes.HasDivergentEnd(block) &&
        !Parting(block, meetings, relevant, loops).EndsBeforeAMeeting())
      return "threads of one warp may take different ways between two meetings";
  return std::nullopt;
}

}  // namespace lockstep::pass::warp
