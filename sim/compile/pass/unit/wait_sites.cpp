#include "sim/compile/pass/unit/wait_sites.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/thread_state.h"

namespace lockstep::pass {
namespace {

bool NeedsWaitSite(const llvm::Function& callee, const llvm::SetVector<llvm::Function*>& waits) {
  if (waits.contains(const_cast<llvm::Function*>(&callee))) return callee.isDeclaration();
  return llvm::StringSwitch<bool>(callee.getName())
      .Cases("__lockstep_assert_fail", "__lockstep_trap", "__lockstep_malloc", "__lockstep_free", "__lockstep_printf",
             "__lockstep_configure_launch", "__lockstep_copies_in_bulk", true)
      .Default(false);
}

constexpr const char* kHasSite = "lockstep.has_site";

}  // namespace

void SetWaitSite(llvm::CallBase& call, llvm::Value& site) {
  llvm::IRBuilder<> build(&call);
  StoreSite(build, *call.getModule(), &site);
  call.setMetadata(kHasSite, llvm::MDNode::get(call.getContext(), {}));
}

void MarkWaitSites(llvm::Module& module, const llvm::SetVector<llvm::Function*>& waits, UnitTables& tables) {
  for (llvm::Function& callee : module) {
    if (!NeedsWaitSite(callee, waits)) continue;
    for (llvm::User* user : callee.users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call || call->getCalledFunction() != &callee || call->hasMetadata(kHasSite)) continue;
      const llvm::DILocation* place = PlaceInProgram(call->getDebugLoc().get());
      if (!place) continue;
      llvm::IRBuilder<> build(call);
      StoreSite(build, module, tables.Site(place, 0));
    }
  }
}

}  // namespace lockstep::pass
