#include "sim/compile/pass/warp/lanes.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

// Larger strides are of no use, and their multiples could overflow.
constexpr std::int64_t kMostStride = 1 << 24;

}  // namespace

Lanes::Lanes(const WarpBody& body, Shape shape, const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops)
    : shape_(shape), data_(body.function->getParent()->getDataLayout()) {
  llvm::Function& function = *body.function;
  Set by_column{body.State(kThreadX), body.State(kLinear), body.Tile(kPlace), body.Tile(kLane)}, by_row;
  if (shape.general)
    for (unsigned field : {kThreadY, kThreadZ}) by_column.insert(body.State(field));
  if (shape.rows > 1) {
    by_row = {body.State(kThreadY), body.State(kLinear), body.Tile(kPlace), body.Tile(kLane)};
    rows_ = std::make_unique<Uniformity>(function, by_row, IsEqualInAllLanes, dominators, loops);
  }
  columns_ = std::make_unique<Uniformity>(function, by_column, IsEqualInAllLanes, dominators, loops);
  for (const llvm::Value* source : {body.State(kLinear), body.Tile(kPlace), body.Tile(kLane)}) strides_[source] = 1;
  if (!shape.general) strides_[body.State(kThreadX)] = 1;
  FindStrides(function, loops);
  FindChecked(function);
}

bool Lanes::MayLeaveApart(const llvm::Loop& loop) const {
  return columns_->MayLeaveApart(loop) || (rows_ && rows_->MayLeaveApart(loop));
}

bool Lanes::VariesByColumn(const llvm::Value* value) const { return columns_->Varies(value); }

bool Lanes::VariesByRow(const llvm::Value* value) const { return rows_ && rows_->Varies(value); }

bool Lanes::VariesAt(const llvm::Use& use) const { return columns_->VariesAt(use) || (rows_ && rows_->VariesAt(use)); }

bool Lanes::HasDivergentEnd(const llvm::BasicBlock& block) const {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && Varies(branch->getCondition());
}

std::optional<std::int64_t> Lanes::Stride(const llvm::Value* value) const {
  if (!VariesByColumn(value)) return 0;
  auto found = strides_.find(value);
  if (found == strides_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::int64_t> Lanes::StrideOfAddress(const llvm::Instruction& instruction) const {
  auto& address = llvm::cast<llvm::GetElementPtrInst>(instruction);
  std::optional<std::int64_t> sum = Stride(address.getPointerOperand());
  llvm::gep_type_iterator type = llvm::gep_type_begin(address);
  for (auto index = address.idx_begin(); index != address.idx_end() && sum; ++index, ++type) {
    const std::optional<std::int64_t> stride = Stride(*index);
    if (!stride) return std::nullopt;
    if (*stride != 0) *sum += *stride * static_cast<std::int64_t>(type.getSequentialElementStride(data_));
  }
  return sum;
}

// All lanes that are in a loop are in the same iteration of it. Other phis may join lanes that came on different paths,
// or that left a loop in different iterations.
std::optional<std::int64_t> Lanes::StrideOfPhi(const llvm::Instruction& instruction,
                                               const llvm::LoopInfo& loops) const {
  auto& phi = llvm::cast<llvm::PHINode>(instruction);
  const llvm::BasicBlock* block = phi.getParent();
  if (!loops.isLoopHeader(block)) {
    const llvm::BasicBlock* from = phi.getNumIncomingValues() == 1 ? phi.getIncomingBlock(0u) : nullptr;
    if (!from) return std::nullopt;
    for (const llvm::Loop* loop = loops.getLoopFor(from); loop && !loop->contains(block); loop = loop->getParentLoop())
      if (MayLeaveApart(*loop)) return std::nullopt;
    return Stride(phi.getIncomingValue(0));
  }
  std::optional<std::int64_t> common;
  for (const llvm::Value* incoming : phi.incoming_values()) {
    const std::optional<std::int64_t> stride = Stride(incoming);
    // Lanes that are not known yet are taken to agree, until they are.
    if (!stride && !dropped_.contains(incoming) && llvm::isa<llvm::Instruction>(incoming)) continue;
    if (!stride || (common && *common != *stride)) return std::nullopt;
    common = stride;
  }
  return common;
}

std::optional<std::int64_t> Lanes::StrideOf(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) const {
  auto of = [&](unsigned operand) { return Stride(instruction.getOperand(operand)); };
  auto times = [](std::optional<std::int64_t> stride, std::int64_t factor) -> std::optional<std::int64_t> {
    if (!stride || factor > kMostStride || factor < -kMostStride) return std::nullopt;
    return *stride * factor;
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI: return StrideOfPhi(instruction, loops);
    case llvm::Instruction::GetElementPtr: return StrideOfAddress(instruction);
    case llvm::Instruction::Or:
      if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return std::nullopt;
      [[fallthrough]];
    case llvm::Instruction::Add:
      if (of(0) && of(1)) return *of(0) + *of(1);
      return std::nullopt;
    case llvm::Instruction::Sub:
      if (of(0) && of(1)) return *of(0) - *of(1);
      return std::nullopt;
    case llvm::Instruction::Mul:
      if (auto* factor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)))
        if (factor->getBitWidth() <= 64) return times(of(0), factor->getSExtValue());
      return std::nullopt;
    case llvm::Instruction::Shl:
      if (auto* bits = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)))
        if (bits->getValue().ult(24)) return times(of(0), std::int64_t{1} << bits->getZExtValue());
      return std::nullopt;
    // A signed index that wraps around within one tile would belong to an array with elements on both sides of its
    // pointer, 2^32 elements apart.
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
      if (instruction.getOperand(0)->getType()->getScalarSizeInBits() < 32) return std::nullopt;
      return of(0);
    default: return std::nullopt;
  }
}

// Optimistic: assumes of phis what is known of their first operands, and drops what turns out to contradict.
void Lanes::FindStrides(llvm::Function& function, const llvm::LoopInfo& loops) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  for (bool again = true; again;) {
    again = false;
    for (llvm::BasicBlock* block : order)
      for (const llvm::Instruction& instruction : *block) again |= LearnStride(instruction, loops);
  }
}

bool Lanes::LearnStride(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  const llvm::Type* type = instruction.getType();
  if (!(type->isIntegerTy() || type->isPointerTy()) || type->isIntegerTy(1)) return false;
  if (!VariesByColumn(&instruction) || dropped_.contains(&instruction)) return false;
  std::optional<std::int64_t> stride = StrideOf(instruction, loops);
  if (stride && (*stride > kMostStride || *stride < -kMostStride)) stride.reset();
  const auto known = strides_.find(&instruction);
  const bool is_known = known != strides_.end();
  if (stride && is_known && known->second == *stride) return false;
  if (stride && !is_known) {
    strides_[&instruction] = *stride;
    return true;
  }
  if (is_known) strides_.erase(known);
  return dropped_.insert(&instruction).second;
}

void Lanes::FindChecked(llvm::Function& function) {
  auto add = [](Set& set, const llvm::Instruction& instruction, bool begins) {
    const bool is_in =
        begins || llvm::any_of(instruction.operands(), [&](const auto& use) { return set.contains(use); });
    return is_in && set.insert(&instruction).second;
  };
  for (bool again = true; again;) {
    again = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!VariesByColumn(&instruction) || !strides_.contains(&instruction)) continue;
      const bool extends = llvm::isa<llvm::CastInst>(instruction) && *Stride(instruction.getOperand(0)) != 0;
      const bool is_unsigned = llvm::isa<llvm::ZExtInst>(instruction) && !instruction.hasNonNeg();
      again |= add(checked_, instruction, extends && is_unsigned);
      again |= add(wrapping_, instruction, extends && llvm::isa<llvm::SExtInst>(instruction));
    }
  }
}

}  // namespace lockstep::pass::warp
