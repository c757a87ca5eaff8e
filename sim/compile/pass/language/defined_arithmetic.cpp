#include "sim/compile/pass/language/defined_arithmetic.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

class Definer {
 public:
  Definer(llvm::Module& module, UndefinedHooks* hooks) : layout_(module.getDataLayout()), hooks_(hooks) {}

  void Define(llvm::BinaryOperator& operation) {
    switch (operation.getOpcode()) {
      case llvm::Instruction::Shl:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr: return DefineShift(operation);
      case llvm::Instruction::UDiv:
      case llvm::Instruction::URem: return DefineUnsignedDivision(operation);
      case llvm::Instruction::SDiv:
      case llvm::Instruction::SRem: return DefineSignedDivision(operation);
      default: return;
    }
  }

 private:
  void DefineShift(llvm::BinaryOperator& shift) {
    llvm::Value *value = shift.getOperand(0), *count = shift.getOperand(1);
    llvm::Type* type = shift.getType();
    const unsigned width = type->getScalarSizeInBits();
    if (llvm::computeKnownBits(count, layout_).getMaxValue().ult(width)) return;
    llvm::IRBuilder<> build(&shift);
    if (width > 32) count = build.CreateAnd(count, llvm::ConstantInt::get(type, 0xffffffffu));
    llvm::Value* fits = build.CreateICmpULT(count, llvm::ConstantInt::get(type, width));
    if (hooks_) hooks_->Insert(shift, build.CreateNot(fits), LOCKSTEP_UNDEFINED_SHIFT | width, count);
    llvm::Value* result;
    if (shift.getOpcode() == llvm::Instruction::AShr) {
      result = build.CreateAShr(value, build.CreateSelect(fits, count, llvm::ConstantInt::get(type, width - 1)));
    } else {
      result =
          shift.getOpcode() == llvm::Instruction::Shl ? build.CreateShl(value, count) : build.CreateLShr(value, count);
      result = build.CreateSelect(fits, result, llvm::ConstantInt::get(type, 0));
    }
    Replace(shift, result);
  }

  void DefineUnsignedDivision(llvm::BinaryOperator& division) {
    llvm::Value* divisor = division.getOperand(1);
    if (IsNeverZero(*divisor)) return;
    llvm::IRBuilder<> build(&division);
    llvm::Type* type = division.getType();
    llvm::Value* is_zero = build.CreateIsNull(divisor);
    if (hooks_) hooks_->Insert(division, is_zero, LOCKSTEP_UNDEFINED_BY_ZERO, divisor);
    llvm::Value* safe = build.CreateSelect(is_zero, llvm::ConstantInt::get(type, 1), divisor);
    llvm::Value* result = build.CreateBinOp(division.getOpcode(), division.getOperand(0), safe);
    Replace(division, build.CreateSelect(is_zero, llvm::Constant::getAllOnesValue(type), result));
  }

  void DefineSignedDivision(llvm::BinaryOperator& division) {
    llvm::Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
    const llvm::KnownBits known = llvm::computeKnownBits(divisor, layout_);
    // -1 has no zero bit, so a divisor with a known zero bit is not -1.
    if (known.isNonNegative() || !known.Zero.isZero()) return DefineUnsignedDivision(division);
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor); constant && !constant->isMinusOne()) return;
    llvm::IRBuilder<> build(&division);
    llvm::Type* type = division.getType();
    llvm::Constant *one = llvm::ConstantInt::get(type, 1), *all = llvm::Constant::getAllOnesValue(type);
    llvm::Value *is_zero = build.CreateIsNull(divisor), *is_minus_one = build.CreateICmpEQ(divisor, all);
    if (hooks_) {
      llvm::Value* least = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
      hooks_->Insert(division, is_zero, LOCKSTEP_UNDEFINED_BY_ZERO, divisor);
      hooks_->Insert(division, build.CreateAnd(is_minus_one, build.CreateICmpEQ(dividend, least)),
                     LOCKSTEP_UNDEFINED_BY_MINUS_ONE, divisor);
    }
    const bool is_remainder = division.getOpcode() == llvm::Instruction::SRem;
    llvm::Value* safe = build.CreateSelect(build.CreateOr(is_zero, is_minus_one), one, divisor);
    llvm::Value* result = build.CreateBinOp(division.getOpcode(), dividend, safe);
    // The remainder by 1, which replaces -1, is already correct.
    if (!is_remainder) result = build.CreateSelect(is_minus_one, build.CreateNeg(dividend), result);
    Replace(division, build.CreateSelect(is_zero, all, result));
  }

  bool IsNeverZero(const llvm::Value& divisor) const {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&divisor);
    const unsigned field =
        call && call->getCalledFunction() ? StateFieldOf(*call->getCalledFunction()) : unsigned{kStateFields};
    if (field >= kBlockDimX && field <= kGridDimZ) return true;
    return llvm::isKnownNonZero(&divisor, llvm::SimplifyQuery(layout_));
  }

  static void Replace(llvm::BinaryOperator& operation, llvm::Value* result) {
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(result)) made->takeName(&operation);
    operation.replaceAllUsesWith(result);
    operation.eraseFromParent();
  }

  const llvm::DataLayout& layout_;
  UndefinedHooks* hooks_;
};

}  // namespace

void DefineArithmetic(llvm::Module& module, UndefinedHooks* hooks) {
  std::vector<llvm::BinaryOperator*> found;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
            operation && operation->getType()->isIntOrIntVectorTy())
          found.push_back(operation);
  Definer definer(module, hooks);
  for (llvm::BinaryOperator* operation : found) definer.Define(*operation);
}

}  // namespace lockstep::pass
