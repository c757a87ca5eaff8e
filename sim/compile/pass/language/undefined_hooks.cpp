#include "sim/compile/pass/language/undefined_hooks.h"

#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/hook_call.h"

namespace lockstep::pass {
namespace {

constexpr llvm::StringRef kConditional = "__lockstep_check_undefined_if", kHook = "__lockstep_check_undefined";

}  // namespace

void UndefinedHooks::Insert(llvm::Instruction& operation, llvm::Value* happens, std::uint64_t what,
                            llvm::Value* operand) {
  const llvm::DILocation* place = operation.getDebugLoc().get();
  if (!place || place->getLine() == 0 || IsLibraryCode(operation)) return;
  if (!happens->getType()->isIntegerTy(1)) return;
  llvm::IRBuilder<> build(&operation);
  if (operand->getType()->isFloatingPointTy())
    operand = build.CreateBitCast(build.CreateFPCast(operand, build.getDoubleTy()), build.getInt64Ty());
  llvm::Value* arguments[] = {happens, tables_.Site(place, 0), build.getInt64(what),
                              build.CreateSExtOrTrunc(operand, build.getInt64Ty())};
  llvm::Type* types[] = {build.getInt1Ty(), build.getPtrTy(), build.getInt64Ty(), build.getInt64Ty()};
  calls_.push_back(build.CreateCall(
      module_.getOrInsertFunction(kConditional, llvm::FunctionType::get(build.getVoidTy(), types, false)), arguments));
}

bool UndefinedHooks::IsConditional(const llvm::CallBase& call) {
  return call.getCalledFunction() && call.getCalledFunction()->getName() == kConditional;
}

void UndefinedHooks::BranchAround() {
  for (llvm::CallInst* call : calls_) {
    llvm::Instruction* then = BeginRareBlock(call->getArgOperand(0), call);
    llvm::IRBuilder<> build(then);
    llvm::Value* arguments[] = {call->getArgOperand(1), call->getArgOperand(2), call->getArgOperand(3)};
    llvm::Type* types[] = {build.getPtrTy(), build.getInt64Ty(), build.getInt64Ty()};
    build.CreateCall(module_.getOrInsertFunction(kHook, llvm::FunctionType::get(build.getVoidTy(), types, false)),
                     arguments);
    call->eraseFromParent();
  }
  calls_.clear();
  if (llvm::Function* unused = module_.getFunction(kConditional)) unused->eraseFromParent();
}

}  // namespace lockstep::pass
