#include "sim/compile/pass/language/mask_bits.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::pass {
namespace {

using namespace llvm::PatternMatch;

bool IsLogic(const llvm::Value* value) { return match(value, m_BitwiseLogic(m_Value(), m_Value())); }

bool IsMask(llvm::Type* type) { return type->isVectorTy() && type->getScalarType()->isIntegerTy(1); }

// The integer of which the mask is the bits; null if there is none.
llvm::Value* BitsOf(llvm::Value* mask, const llvm::DataLayout& layout) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!type) return nullptr;
  llvm::Type* integer = llvm::IntegerType::get(mask->getContext(), type->getNumElements());
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(mask))
    return llvm::ConstantFoldCastOperand(llvm::Instruction::BitCast, constant, integer, layout);
  auto* cast = llvm::dyn_cast<llvm::BitCastInst>(mask);
  return cast && cast->getSrcTy() == integer ? cast->getOperand(0) : nullptr;
}

llvm::Value* Hide(llvm::IRBuilderBase& build, llvm::Value* bits) {
  auto* type = llvm::FunctionType::get(bits->getType(), {bits->getType()}, false);
  return build.CreateCall(llvm::InlineAsm::get(type, "", "=r,0", false), {bits});
}

}  // namespace

bool CombineMaskBits(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::Instruction*> logic, masks;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!IsMask(instruction.getType())) continue;
    if (IsLogic(&instruction)) logic.push_back(&instruction);
    if (llvm::isa<llvm::BitCastInst>(instruction) && IsLogic(instruction.getOperand(0))) masks.push_back(&instruction);
  }
  for (llvm::Instruction* mask : masks) {
    llvm::IRBuilder<> build(mask);
    mask->setOperand(0, Hide(build, mask->getOperand(0)));
  }
  llvm::SmallVector<llvm::WeakTrackingVH> replaced;
  // In order, so that what a combination is made of is there as an integer.
  for (llvm::Instruction* instruction : logic) {
    llvm::Value* one = BitsOf(instruction->getOperand(0), layout);
    llvm::Value* other = BitsOf(instruction->getOperand(1), layout);
    if (!one || !other) continue;
    llvm::IRBuilder<> build(instruction);
    llvm::Value* bits = build.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction)->getOpcode(), one, other);
    instruction->replaceAllUsesWith(build.CreateBitCast(Hide(build, bits), instruction->getType()));
    replaced.emplace_back(instruction);
  }
  for (llvm::WeakTrackingVH& instruction : replaced)
    if (instruction) llvm::RecursivelyDeleteTriviallyDeadInstructions(llvm::cast<llvm::Instruction>(instruction));
  return !masks.empty() || !replaced.empty();
}

}  // namespace lockstep::pass
