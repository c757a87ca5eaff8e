#include "sim/compile/pass/language/ignored_results.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass {
namespace {

// CUDA's own functions, of the runtime and of the driver, and the templates of the same names, which forward their
// arguments.
bool IsOfApi(llvm::StringRef name) {
  if (name.consume_front("_Z")) name = name.drop_while([](char c) { return llvm::isDigit(c); });
  return name.starts_with("cuda") || (name.size() > 2 && name.starts_with("cu") && llvm::isUpper(name[2]));
}

bool IgnoresResult(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && call.use_empty() && call.getType()->isIntegerTy(32) && IsOfApi(callee->getName());
}

llvm::GlobalVariable* Flag(llvm::Module& module) {
  constexpr llvm::StringRef kName = "__lockstep_ignores_result";
  if (llvm::GlobalVariable* known = module.getNamedGlobal(kName)) return known;
  return new llvm::GlobalVariable(module, llvm::Type::getInt8Ty(module.getContext()), false,
                                  llvm::GlobalValue::ExternalLinkage, nullptr, kName, nullptr,
                                  llvm::GlobalValue::InitialExecTLSModel);
}

void Set(llvm::Instruction* before, llvm::GlobalVariable* flag, bool to) {
  llvm::IRBuilder<> build(before);
  build.CreateStore(build.getInt8(to), build.CreateThreadLocalAddress(flag));
}

}  // namespace

void MarkIgnoredResults(llvm::Module& module) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && IgnoresResult(*call))
          calls.push_back(call);
  if (calls.empty()) return;
  llvm::GlobalVariable* flag = Flag(module);
  for (llvm::CallBase* call : calls) {
    Set(call, flag, true);
    auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(call);
    Set(invoke ? &*invoke->getNormalDest()->getFirstInsertionPt() : call->getNextNode(), flag, false);
  }
}

}  // namespace lockstep::pass
