#include "sim/compile/pass/language/async_copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/hook_call.h"

namespace lockstep::pass {
namespace {

constexpr llvm::StringLiteral kReports[] = {"copy", "commit", "wait", "arrive"};

llvm::SmallVector<llvm::CallBase*> CallsOf(llvm::Module& module, llvm::StringRef report) {
  llvm::SmallVector<llvm::CallBase*> calls;
  if (llvm::Function* function = module.getFunction(("__lockstep_async_" + report).str()))
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == function)
        calls.push_back(call);
  return calls;
}

// A copy is reported with its place; what the compiler has made has none.
void Report(llvm::CallBase& call, llvm::StringRef report, UnitTables& tables) {
  const llvm::DILocation* place = PlaceInProgram(call.getDebugLoc().get());
  llvm::SmallVector<llvm::Value*> arguments(call.args());
  if (report != "copy") return void(CallHook(&call, ("__lockstep_check_async_" + report).str(), arguments));
  if (!place) return;
  arguments.insert(arguments.begin(), tables.Site(place, 0));
  CallHook(&call, "__lockstep_check_async", arguments);
}

}  // namespace

void ReportAsyncCopies(llvm::Module& module, UnitTables& tables) {
  for (const llvm::StringRef report : kReports)
    for (llvm::CallBase* call : CallsOf(module, report)) Report(*call, report, tables);
  DropAsyncCopies(module);
}

void DropAsyncCopies(llvm::Module& module) {
  for (const llvm::StringRef report : kReports)
    for (llvm::CallBase* call : CallsOf(module, report)) call->eraseFromParent();
}

}  // namespace lockstep::pass
