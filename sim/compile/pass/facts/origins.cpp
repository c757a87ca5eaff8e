#include "sim/compile/pass/facts/origins.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/PatternMatch.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

using llvm::PatternMatch::m_ZeroInt;
using llvm::PatternMatch::match;

// A bit field's neighbours are preserved by masks, so the unwritten part of a word cannot be distinguished.
bool MasksBits(const llvm::Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  return (opcode == llvm::Instruction::And || opcode == llvm::Instruction::Or) &&
         llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

// A product with zero does not depend on the other factor.
bool IsNothing(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::Mul &&
         (match(instruction.getOperand(0), m_ZeroInt()) || match(instruction.getOperand(1), m_ZeroInt()));
}

// True for bool, and for structs that store one in a member or base class.
bool HoldsFlag(llvm::DIType* type) {
  type = Resolve(type);
  if (auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(type))
    return basic->getEncoding() == llvm::dwarf::DW_ATE_boolean;
  auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(type);
  return composite && llvm::any_of(composite->getElements(), [](llvm::DINode* element) {
           auto* part = llvm::dyn_cast_if_present<llvm::DIDerivedType>(element);
           // Static members, aliases and friends may have the struct's own type.
           const bool is_stored =
               part && !part->isStaticMember() &&
               (part->getTag() == llvm::dwarf::DW_TAG_member || part->getTag() == llvm::dwarf::DW_TAG_inheritance);
           return is_stored && HoldsFlag(part->getBaseType());
         });
}

// True for a function that returns a value and whether there is one, as std::optional does.
bool ReturnsOptional(const llvm::Function& function) {
  const llvm::DISubprogram* source = function.getSubprogram();
  return source && source->getType()->getTypeArray().size() != 0 && HoldsFlag(source->getType()->getTypeArray()[0]);
}

}  // namespace

Origins::Origins(llvm::Function& function)
    : function_(function),
      narrow_(llvm::Type::getInt32Ty(function.getContext())),
      good_(llvm::ConstantInt::get(narrow_, 0)),
      is_library_(IsLibraryFunction(function)) {}

llvm::Value* Origins::Of(const llvm::Value* value) const {
  auto found = origins_.find(value);
  return found == origins_.end() ? good_ : found->second;
}

llvm::Value* Origins::Worse(llvm::IRBuilderBase& build, llvm::Value* a, llvm::Value* b) const {
  if (a == good_ || a == b) return b;
  if (b == good_) return a;
  return build.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
}

// A small struct is returned as one word, packed from its members. If one of them says whether another has a value, the
// caller may leave an unwritten one alone, so the word counts as unwritten only if all of its parts are.
bool Origins::CarryThroughPacking(llvm::Instruction& instruction) {
  if (instruction.getOpcode() != llvm::Instruction::Or || instruction.getType() != function_.getReturnType() ||
      !ReturnsOptional(function_) ||
      !llvm::haveNoCommonBitsSet(instruction.getOperand(0), instruction.getOperand(1), function_.getDataLayout()))
    return false;
  llvm::Value *low = Of(instruction.getOperand(0)), *high = Of(instruction.getOperand(1));
  if (low == good_ || high == good_) return true;
  llvm::IRBuilder<> build(&instruction);
  llvm::Value* either = build.CreateOr(build.CreateICmpEQ(low, good_), build.CreateICmpEQ(high, good_));
  origins_[&instruction] = build.CreateSelect(either, good_, Worse(build, low, high));
  return true;
}

void Origins::Carry(llvm::Instruction& instruction) {
  if (MasksBits(instruction) || IsNothing(instruction) || CarryThroughPacking(instruction)) return;
  llvm::IRBuilder<> build(&instruction);
  llvm::Value* origin = good_;
  for (llvm::Value* operand : instruction.operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::Function>(operand)) origin = Worse(build, origin, Of(operand));
  if (origin != good_) origins_[&instruction] = origin;
}

void Origins::CarryThroughSelect(llvm::SelectInst& select) {
  llvm::Value *yes = Of(select.getTrueValue()), *no = Of(select.getFalseValue());
  llvm::IRBuilder<> build(&select);
  llvm::Value* chosen = yes == no ? yes : build.CreateSelect(select.getCondition(), yes, no);
  llvm::Value* origin = Worse(build, Of(select.getCondition()), chosen);
  if (origin != good_) origins_[&select] = origin;
}

void Origins::CarryThroughPhi(llvm::PHINode& phi) {
  auto* twin = llvm::PHINode::Create(narrow_, phi.getNumIncomingValues(), "", phi.getIterator());
  origins_[&phi] = twin;
  phis_.push_back({&phi, twin});
}

void Origins::FillPhis() {
  for (auto [phi, twin] : phis_)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      twin->addIncoming(OnEdge(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

// A number that is undefined on one of the incoming edges is a variable without a value on that path. Elsewhere such
// values are also the initial contents of aggregates, and mean nothing. A library's kernel is right to compute with
// variables of its own that have none: CUB does it after the last element, and drops the results.
llvm::Value* Origins::OnEdge(const llvm::Value* value) const {
  const bool is_number = value->getType()->isIntegerTy() || value->getType()->isFloatingPointTy();
  if (is_number && !is_library_ && llvm::isa<llvm::UndefValue>(value) && !llvm::isa<llvm::PoisonValue>(value))
    return llvm::ConstantInt::get(narrow_, LOCKSTEP_ORIGIN_LOCAL);
  return Of(value);
}

}  // namespace lockstep::pass
