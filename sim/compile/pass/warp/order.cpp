#include "sim/compile/pass/warp/order.h"

#include "llvm/ADT/PostOrderIterator.h"

namespace lockstep::pass::warp {
namespace {

class Sorter {
 public:
  Sorter(llvm::Function& function, const llvm::LoopInfo& loops) : all_(&function), loops_(loops) { Place(nullptr); }

  std::vector<llvm::BasicBlock*> placed;

 private:
  // The loop directly inside `outer` that contains `block`; null if `outer` is the innermost loop around it.
  const llvm::Loop* LoopInside(const llvm::Loop* outer, const llvm::BasicBlock* block) const {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    while (loop && loop != outer && loop->getParentLoop() != outer) loop = loop->getParentLoop();
    return loop == outer ? nullptr : loop;
  }

  void Place(const llvm::Loop* loop) {
    for (llvm::BasicBlock* block : all_) {
      if (done_.contains(block) || (loop && !loop->contains(block))) continue;
      if (const llvm::Loop* inner = LoopInside(loop, block)) {
        Place(inner);
      } else {
        done_.insert(block);
        placed.push_back(block);
      }
    }
  }

  llvm::ReversePostOrderTraversal<llvm::Function*> all_;
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> done_;
};

}  // namespace

std::vector<llvm::BasicBlock*> OrderBlocks(llvm::Function& function, const llvm::LoopInfo& loops) {
  return Sorter(function, loops).placed;
}

}  // namespace lockstep::pass::warp
