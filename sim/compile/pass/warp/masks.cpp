#include "sim/compile/pass/warp/masks.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

using namespace llvm::PatternMatch;

// The side of a branch on `condition` to which the lanes go that bring a true `predicate`.
std::optional<unsigned> SideOf(const llvm::Value* predicate, const llvm::Value* condition) {
  const llvm::Value* inner = nullptr;
  if (match(predicate, m_ZExt(m_Value(inner)))) predicate = inner;
  if (predicate == condition) return 0;
  if (match(predicate, m_Not(m_Specific(condition)))) return 1;
  auto *a = llvm::dyn_cast<llvm::ICmpInst>(predicate), *b = llvm::dyn_cast<llvm::ICmpInst>(condition);
  // The predicate itself is a number.
  if (b && b->getOperand(0) == predicate && match(b->getOperand(1), m_Zero()) && b->isEquality())
    return b->getPredicate() == llvm::CmpInst::ICMP_NE ? 0 : 1;
  if (!a || !b || a->getOperand(0) != b->getOperand(0) || a->getOperand(1) != b->getOperand(1)) return std::nullopt;
  if (a->getPredicate() == b->getPredicate()) return 0;
  if (a->getPredicate() == b->getInversePredicate()) return 1;
  return std::nullopt;
}

}  // namespace

bool Masks::NamesLanesHere(const llvm::CallBase& operation) const {
  return AreHere(*operation.getArgOperand(0), *operation.getParent());
}

bool Masks::AreHere(const llvm::Value& mask, const llvm::BasicBlock& place) const {
  auto* maker = llvm::dyn_cast<llvm::CallBase>(&mask);
  if (!maker || !IsMadeByLanesThere(*maker)) return false;
  return AllGoOn(*maker->getParent(), place) || BallotLeadsTo(*maker, place);
}

bool Masks::IsMadeByLanesThere(const llvm::CallBase& maker) const {
  const Operation operation = OperationOf(maker);
  if (operation == Operation::kActiveMask) return true;
  if (operation != Operation::kMatch && !IsBallot(maker)) return false;
  const llvm::Value* named = maker.getArgOperand(0);
  return match(named, m_AllOnes()) || AreHere(*named, *maker.getParent());
}

bool Masks::BallotLeadsTo(const llvm::CallBase& ballot, const llvm::BasicBlock& place) const {
  if (!IsBallot(ballot)) return false;
  // Up from the place, to the branch that the ballot was about.
  for (auto* node = dominators_.getNode(&place)->getIDom(); node; node = node->getIDom()) {
    const llvm::BasicBlock& from = *node->getBlock();
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (branch && branch->isConditional() && AllGoOn(*ballot.getParent(), from))
      if (const std::optional<unsigned> side = SideOf(ballot.getArgOperand(1), branch->getCondition())) {
        const llvm::BasicBlock& first = *branch->getSuccessor(*side);
        return dominators_.dominates(llvm::BasicBlockEdge(&from, &first), &place) && AllGoOn(first, place);
      }
    if (&from == ballot.getParent()) break;
  }
  return false;
}

bool Masks::AllGoOn(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
  return loops_.getLoopFor(&from) == loops_.getLoopFor(&to) && dominators_.dominates(&from, &to) &&
         after_.dominates(&to, &from);
}

}  // namespace lockstep::pass::warp
