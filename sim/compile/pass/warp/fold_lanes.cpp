#include "sim/compile/pass/warp/fold_lanes.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace lockstep::pass::warp {
namespace {

using namespace llvm::PatternMatch;

bool IsRemainder(llvm::Instruction& instruction, llvm::Value* index) {
  return match(&instruction, m_And(m_Specific(index), m_SpecificInt(31))) ||
         match(&instruction, m_URem(m_Specific(index), m_SpecificInt(32))) ||
         match(&instruction, m_SRem(m_Specific(index), m_SpecificInt(32)));
}

bool IsQuotient(llvm::Instruction& instruction, llvm::Value* index) {
  return match(&instruction, m_Shr(m_Specific(index), m_SpecificInt(5))) ||
         match(&instruction, m_UDiv(m_Specific(index), m_SpecificInt(32))) ||
         match(&instruction, m_SDiv(m_Specific(index), m_SpecificInt(32)));
}

// `first`: the index of the tile's first lane.
void Fold(llvm::Argument* index, llvm::Argument* lane, llvm::Argument* first) {
  for (llvm::User* user : llvm::make_early_inc_range(index->users())) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction) continue;
    if (IsRemainder(*instruction, index))
      instruction->replaceAllUsesWith(lane);
    else if (IsQuotient(*instruction, index))
      instruction->setOperand(0, first);
    else
      continue;
    if (instruction->use_empty()) instruction->eraseFromParent();
  }
}

}  // namespace

void FoldLanes(const WarpBody& body, bool whole_warps) {
  if (!whole_warps) return Fold(body.State(kThreadX), body.Tile(kLane), body.Tile(kFirstX));
  Fold(body.State(kLinear), body.Tile(kLane), body.Tile(kFirstLinear));
}

}  // namespace lockstep::pass::warp
