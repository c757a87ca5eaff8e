#include "sim/compile/pass/warp/tile_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "sim/compile/pass/warp/operations.h"
#include "sim/compile/pass/warp/tiles.h"

namespace lockstep::pass::warp {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

// Blocks that read one memory, and those that write it.
struct Uses {
  Blocks reads, writes;
};

bool IsOwn(const llvm::Value* object, const WarpBody& region) {
  return llvm::isa<llvm::AllocaInst>(object) || object == region.Tile(kStorage) || object == region.Tile(kTileStore) ||
         object == region.Tile(kBlockStore) || object == region.Tile(kVotes);
}

bool IsShared(const llvm::Value* object, const WarpBody& region) {
  return object == region.State(kShared) || object == region.State(kDynamicShared);
}

// The host passes no pointers to shared memory.
bool IsGlobal(const llvm::Value* object, const WarpBody& region) {
  auto* load = llvm::dyn_cast<llvm::LoadInst>(object);
  return load && region.IsParameter(llvm::getUnderlyingObject(load->getPointerOperand(), 0));
}

class Ways {
 public:
  explicit Ways(const WarpBody& region) : dominators_(*region.function), tiles_(region, dominators_) {
    for (const llvm::BasicBlock& block : *region.function) {
      for (const llvm::BasicBlock* other : llvm::depth_first(&block)) followers_[&block].insert(other);
      if (IsParting(*block.getTerminator())) partings_.push_back(&block);
    }
  }

  // True if a tile may come to `a` where it or another one, which runs the same region, comes to `b`. Tiles are on one
  // way until the first branch that they have not in common.
  bool MayMeet(const llvm::BasicBlock* a, const llvm::BasicBlock* b) const {
    return Leads(a, b) || Leads(b, a) || llvm::any_of(partings_, [&](const llvm::BasicBlock* parting) {
             return Leads(parting, a) && Leads(parting, b);
           });
  }
  // True if all tiles compute the same address.
  bool IsOnePlace(const llvm::Value* address) const { return tiles_.HaveInCommon(address); }

 private:
  bool IsParting(const llvm::Instruction& end) const {
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end))
      return branch->isConditional() && !tiles_.HaveInCommon(branch->getOperandUse(0));
    return end.getNumSuccessors() > 1 && !tiles_.HaveInCommon(end.getOperandUse(0));
  }
  bool Leads(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
    return followers_.find(from)->second.contains(to);
  }

  llvm::DominatorTree dominators_;
  Tiles tiles_;
  llvm::DenseMap<const llvm::BasicBlock*, Blocks> followers_;  // of each block; itself among them
  std::vector<const llvm::BasicBlock*> partings_;
};

bool ShowsOrder(const Uses& uses, const Ways& ways) {
  return llvm::any_of(uses.reads, [&](const llvm::BasicBlock* read) {
    return llvm::any_of(uses.writes, [&](const llvm::BasicBlock* write) { return ways.MayMeet(read, write); });
  });
}

}  // namespace

bool ShowsTileOrder(const WarpBody& region) {
  const Ways ways(region);
  // A pointer of unknown origin may be to either.
  Uses shared, global;
  for (const llvm::Instruction& instruction : llvm::instructions(*region.function)) {
    if (!instruction.mayReadOrWriteMemory() || IsHint(instruction)) continue;
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const Operation operation = OperationOf(*call);
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == kArrive) continue;
      if (IsWarpOperation(operation) || operation == Operation::kBarrier || operation == Operation::kSite) continue;
      return true;
    }
    const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
    if (!address || instruction.isVolatile() || instruction.isAtomic()) return true;
    const llvm::Value* object = llvm::getUnderlyingObject(address, 0);
    if (IsOwn(object, region) || region.IsParameter(object)) continue;
    const bool is_shared = IsShared(object, region), is_global = IsGlobal(object, region);
    // The last tile's value stays.
    if (instruction.mayWriteToMemory() && ways.IsOnePlace(address)) return true;
    auto note = [&](Uses& uses) {
      (instruction.mayWriteToMemory() ? uses.writes : uses.reads).insert(instruction.getParent());
    };
    if (!is_global) note(shared);
    if (!is_shared) note(global);
  }
  return ShowsOrder(shared, ways) || ShowsOrder(global, ways);
}

}  // namespace lockstep::pass::warp
