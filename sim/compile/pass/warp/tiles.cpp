#include "sim/compile/pass/warp/tiles.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

bool IsArgument(const llvm::Value* value, const WarpBody& body, unsigned tile_field) {
  return value == body.Tile(tile_field);
}

// Nothing is written to parameters, and to what the block keeps and counts only between regions.
bool IsFixed(const llvm::LoadInst& load, const WarpBody& body) {
  const llvm::Value* from = load.getPointerOperand()->stripInBoundsConstantOffsets();
  if (IsArgument(from, body, kBlockStore) || IsArgument(from, body, kVotes)) return true;
  auto* argument = llvm::dyn_cast<llvm::Argument>(from);
  return argument && argument->getArgNo() < body.parameters;
}

bool IsBarrier(const llvm::Value& value) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction && OperationOf(*instruction) == Operation::kBarrier;
}

// True if other tiles may get another value, whatever the operands are: they may have written between the first tile's
// access and the next one's.
bool IsSource(const llvm::Instruction& instruction, const WarpBody& body) {
  if (IsBarrier(instruction)) return false;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return !IsFixed(*load, body);
  return instruction.mayReadOrWriteMemory() || IsWarpOperation(OperationOf(instruction));
}

Uniformity::Values Sources(const WarpBody& body) {
  Uniformity::Values sources;
  for (unsigned field : {kThreadX, kThreadY, kThreadZ, kLinear}) sources.insert(body.State(field));
  for (unsigned field : {kPlace, kLane, kFirstX, kFirstLinear, kTileStore}) sources.insert(body.Tile(field));
  for (const llvm::Instruction& instruction : llvm::instructions(*body.function))
    if (IsSource(instruction, body)) sources.insert(&instruction);
  return sources;
}

}  // namespace

Tiles::Tiles(const WarpBody& body, const llvm::DominatorTree& dominators)
    : body_(body), loops_(dominators), uniformity_(*body.function, Sources(body), IsBarrier, dominators, loops_) {}

// From a place where tiles may part, all ways must lead to the same barrier, or all to the end.
bool Tiles::StayTogether() const {
  for (const llvm::BasicBlock& block : *body_.function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional() || HaveInCommon(branch->getOperandUse(0))) continue;
    std::optional<const llvm::BasicBlock*> end;  // null: the kernel's
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> open(llvm::successors(&block));
    while (!open.empty()) {
      const llvm::BasicBlock* next = open.pop_back_val();
      if (!seen.insert(next).second) continue;
      const bool waits = llvm::any_of(*next, IsBarrier);
      if (!waits && !llvm::isa<llvm::ReturnInst>(next->getTerminator())) {
        open.append(llvm::succ_begin(next), llvm::succ_end(next));
        continue;
      }
      const llvm::BasicBlock* here = waits ? next : nullptr;
      if (end && *end != here) return false;
      end = here;
    }
  }
  return true;
}

namespace {

bool HasEffect(const llvm::Instruction& instruction, const WarpBody& region) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (IsHint(*call)) return false;
    if (call->getCalledFunction()->getName() == kArrive) {
      auto* predicate = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
      return !predicate || !predicate->isZero();
    }
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand()->stripInBoundsConstantOffsets() != region.Tile(kBlockStore);
  return instruction.mayHaveSideEffects();
}

bool IsIndex(const llvm::Value* value, const WarpBody& region, Shape shape) {
  return value == region.State(kThreadX) || (shape.rows == 1 && value == region.State(kLinear));
}

}  // namespace

std::optional<Limit> FindLimit(const llvm::Value* condition, const WarpBody& region, Shape shape) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!compare || shape.general) return std::nullopt;
  const bool swapped = IsIndex(compare->getOperand(1), region, shape);
  const llvm::Value* index = compare->getOperand(swapped ? 1 : 0);
  const llvm::Use& end = compare->getOperandUse(swapped ? 0 : 1);
  if (!IsIndex(index, region, shape)) return std::nullopt;
  const auto order = swapped ? compare->getSwappedPredicate() : compare->getPredicate();
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(end);
  if (compare->isEquality()) {
    if (!constant || !constant->isZero()) return std::nullopt;
    return Limit{.index = index, .end = &end, .below = order == llvm::CmpInst::ICMP_EQ ? 0u : 1u, .constant = 1};
  }
  const bool is_less = llvm::ICmpInst::isLT(order) || llvm::ICmpInst::isLE(order);
  const bool or_equal = llvm::ICmpInst::isLE(order) || llvm::ICmpInst::isGT(order);
  Limit limit{.index = index, .end = &end, .below = is_less ? 0u : 1u, .constant = std::nullopt};
  if (constant && constant->getValue().ult(1024)) limit.constant = constant->getZExtValue() + (or_equal ? 1 : 0);
  return limit;
}

Guard FindGuard(const WarpBody& region, Shape shape) {
  if (shape.general) return {};
  llvm::DominatorTree dominators(*region.function);
  const llvm::LoopInfo loops(dominators);
  const Tiles tiles(region, dominators);
  for (const llvm::BasicBlock& block : *region.function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch || branch->isUnconditional() || loops.getLoopFor(&block)) continue;
    const std::optional<Limit> limit = FindLimit(branch->getCondition(), region, shape);
    if (!limit || !tiles.HaveInCommon(*limit->end) || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    const llvm::BasicBlockEdge into_work(&block, branch->getSuccessor(limit->below));
    const bool all_is_work = llvm::all_of(llvm::instructions(*region.function), [&](const llvm::Instruction& each) {
      return !HasEffect(each, region) || dominators.dominates(into_work, each.getParent());
    });
    if (all_is_work) return {.branch = branch, .idle = 1 - limit->below};
  }
  return {};
}

}  // namespace lockstep::pass::warp
