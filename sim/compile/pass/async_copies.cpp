#include "sim/compile/pass/async_copies.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/hook_call.h"

namespace lockstep::pass {
namespace {

// The last parameter of the function is the number of bytes that become zeros, a part of `size`.
void ReportCopy(llvm::CallBase& call, UnitTables& tables) {
  llvm::Instruction* next = call.getNextNode();
  llvm::IRBuilder<> build(next);
  CallHook(next, "__lockstep_check_async",
           {tables.Site(call.getDebugLoc().get(), 0), call.getArgOperand(0),
            build.CreateZExtOrTrunc(call.getArgOperand(2), build.getInt64Ty())});
}

void Report(llvm::CallBase& call, UnitTables& tables) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !llvm::isa<llvm::CallInst>(call)) return;
  const llvm::StringRef name = callee->getName();
  llvm::IRBuilder<> build(&call);
  if (name.contains("__pipeline_memcpy_async") && call.arg_size() == 4 && call.getDebugLoc())
    ReportCopy(call, tables);
  else if (name.contains("__pipeline_commit"))
    CallHook(&call, "__lockstep_check_async_commit", {});
  else if (name.contains("__pipeline_wait_prior") && call.arg_size() == 1)
    CallHook(&call, "__lockstep_check_async_wait",
             {build.CreateZExtOrTrunc(call.getArgOperand(0), build.getInt64Ty())});
  else if (name.contains("__pipeline_arrive_on"))  // the barrier opens when the copies are done
    CallHook(&call, "__lockstep_check_async_ends", {});
}

}  // namespace

bool CopiesInPtx(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto* text = call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
      if (text && llvm::StringRef(text->getAsmString()).contains("cp.async")) return true;
    }
  return false;
}

void ReportAsyncCopies(llvm::Module& module, UnitTables& tables) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
  for (llvm::CallBase* call : calls) Report(*call, tables);
}

}  // namespace lockstep::pass
