#include "sim/compile/pass/warp/partings.h"

#include <set>

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

namespace lockstep::pass::warp {

Partings::Partings(llvm::Function& function, const llvm::LoopInfo& loops) : loops_(loops) {
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    position_[block] = order_.size();
    order_.push_back(block);
  }
}

void Partings::Follow(const llvm::BasicBlock& branch) {
  if (!position_.contains(&branch)) return;
  const llvm::Loop* loop = loops_.getLoopFor(&branch);
  Blocks sides(llvm::succ_begin(&branch), llvm::succ_end(&branch));
  // A loop that is left at several places, or not by all lanes, is a branch of the loop around it.
  for (; !sides.empty(); loop = loop->getParentLoop()) {
    sides = FollowIn(loop, sides);
    if (!loop) return;
  }
}

// Each block on the way from the sides gets the number of the side, or of the join, from which alone lanes come to it.
// Blocks are visited after all that lead to them. Out: the exits of the loop that lanes come to, if they do not all go
// on together.
Partings::Blocks Partings::FollowIn(const llvm::Loop* loop, const Blocks& sides) {
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> from;
  std::set<unsigned> open;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> exits, ends;
  auto visit = [&](const llvm::BasicBlock* block, const llvm::BasicBlock* origin) {
    const bool is_exit = loop && !loop->contains(block);
    if (is_exit) exits.insert(block);
    if (is_exit || (loop && loop->getHeader() == block)) {
      ends.insert(origin);
      return;
    }
    const auto [known, is_new] = from.try_emplace(block, origin);
    if (is_new) {
      open.insert(position_[block]);
    } else if (known->second != origin) {
      known->second = block;
      joins_.insert(block);
    }
  };
  for (const llvm::BasicBlock* side : sides) visit(side, side);
  while (!open.empty()) {
    const llvm::BasicBlock* block = order_[*open.begin()];
    open.erase(open.begin());
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (position_[next] > position_[block] || (loop && loop->getHeader() == next)) visit(next, from[block]);
  }
  if (!loop || ends.size() < 2) return {};
  left_.insert(loop);
  return Blocks(exits.begin(), exits.end());
}

bool Partings::LeavesWith(const llvm::Instruction& value, const llvm::BasicBlock& user) const {
  for (const llvm::Loop* loop = loops_.getLoopFor(value.getParent()); loop && !loop->contains(&user);
       loop = loop->getParentLoop())
    if (Leaves(*loop)) return true;
  return false;
}

}  // namespace lockstep::pass::warp
