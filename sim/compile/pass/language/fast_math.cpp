#include "sim/compile/pass/language/fast_math.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/language/ptx/parts.h"

namespace lockstep::pass {
namespace {

bool IsFloat(const llvm::Value& value) { return value.getType()->isFloatTy(); }

bool IsArithmetic(const llvm::Instruction& instruction) {
  if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return IsFloat(*operation);
  if (auto* compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) return IsFloat(*compare->getOperand(0));
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return IsFloat(*call) && call->getIntrinsicID() != llvm::Intrinsic::copysign;
  return false;
}

// A conversion between float and double. Those of 16-bit floats have no `.ftz` that matters: a half's denormals are not
// a float's.
bool IsConversion(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::FPExtInst>(instruction)) return IsFloat(*instruction.getOperand(0));
  return llvm::isa<llvm::FPTruncInst>(instruction) && IsFloat(instruction) &&
         instruction.getOperand(0)->getType()->isDoubleTy();
}

// A function of the device library that computes: `sinf`, `__fadd_rn`. Not one that moves or converts.
bool Computes(const llvm::Function& function) {
  if (!function.getReturnType()->isFloatTy() || function.getSubprogram() || function.isIntrinsic()) return false;
  if (llvm::none_of(function.args(), [](const llvm::Argument& argument) { return IsFloat(argument); })) return false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (IsArithmetic(instruction)) return true;
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee && (callee->getName().starts_with("__lockstep_math_") || (!callee->isIntrinsic() && Computes(*callee))))
      return true;
  }
  return false;
}

// The function's name without parameters: `powf`, `pow`.
std::string BaseName(const llvm::Function& function) {
  const std::string whole = llvm::demangle(function.getName());
  return whole.substr(0, whole.find('('));
}

bool IsPower(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !call.getType()->isFloatTy() || call.arg_size() != 2 || !IsFloat(*call.getArgOperand(1))) return false;
  const std::string name = BaseName(*callee);
  return name == "powf" || name == "pow" || name == "std::pow";
}

class Function {
 public:
  Function(llvm::Function& function, FastMath asked) : asked_(asked) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) instructions_.push_back(&instruction);
  }

  void Change() {
    for (llvm::Instruction* instruction : instructions_) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      const bool computes = IsArithmetic(*instruction) || (callee && !callee->isIntrinsic() && Computes(*callee));
      if (asked_.is_fast && call && IsPower(*call)) LimitPower(*call);
      if (asked_.is_fast && instruction->getOpcode() == llvm::Instruction::FDiv && IsFloat(*instruction))
        LimitQuotient(*instruction);
      if (asked_.flushes && (computes || IsConversion(*instruction))) FlushAround(*instruction);
    }
  }

 private:
  void FlushAround(llvm::Instruction& instruction) {
    llvm::IRBuilder<> build(&instruction);
    for (llvm::Use& operand : instruction.operands())
      if (IsFloat(*operand.get()) && !llvm::isa<llvm::ConstantFP>(operand.get()))
        operand.set(lower::Flush(build, operand.get()));
    if (IsFloat(instruction))
      Replace(instruction, [&](llvm::IRBuilder<>& after) { return lower::Flush(after, &instruction); });
  }

  // sim/toolkit/lockstep/library/rounding.h: __powf.
  void LimitPower(llvm::CallBase& call) {
    Replace(call, [&](llvm::IRBuilder<>& build) {
      llvm::Type* type = call.getType();
      llvm::Value* negative = build.CreateFCmpOLT(call.getArgOperand(0), llvm::ConstantFP::get(type, 0));
      return build.CreateSelect(negative, llvm::ConstantFP::getNaN(type), &call);
    });
  }

  // The same place: __fdividef.
  void LimitQuotient(llvm::Instruction& quotient) {
    llvm::Value *x = quotient.getOperand(0), *y = quotient.getOperand(1);
    if (llvm::isa<llvm::ConstantFP>(y)) return;
    Replace(quotient, [&](llvm::IRBuilder<>& build) {
      llvm::Type* type = quotient.getType();
      llvm::Value* size = build.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y);
      llvm::Value* is_large = build.CreateAnd(build.CreateFCmpOGT(size, llvm::ConstantFP::get(type, 0x1p126)),
                                              build.CreateFCmpOLT(size, llvm::ConstantFP::getInfinity(type)));
      return build.CreateSelect(is_large, build.CreateFMul(x, llvm::ConstantFP::get(type, 0)), &quotient);
    });
  }

  template <class Compute>
  static void Replace(llvm::Instruction& instruction, Compute compute) {
    llvm::SmallVector<llvm::Use*> uses;
    for (llvm::Use& use : instruction.uses()) uses.push_back(&use);
    llvm::IRBuilder<> build(instruction.getNextNode());
    build.SetCurrentDebugLocation(instruction.getDebugLoc());
    llvm::Value* value = compute(build);
    for (llvm::Use* use : uses) use->set(value);
  }

  const FastMath asked_;
  llvm::SmallVector<llvm::Instruction*> instructions_;
};

}  // namespace

void UseFastMath(llvm::Module& module, FastMath asked) {
  if (!asked.flushes && !asked.is_fast) return;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getSubprogram() && !IsLibraryFunction(function))
      Function(function, asked).Change();
}

}  // namespace lockstep::pass
