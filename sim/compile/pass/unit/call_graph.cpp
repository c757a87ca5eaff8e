#include "sim/compile/pass/unit/call_graph.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/TargetParser/Triple.h"
#include "sim/compile/pass/unit/shared_memory.h"
#include "sim/compile/pass/unit/thread_state.h"

namespace lockstep::pass {
namespace {

// A function of more than kLarge instructions with more than kOften call sites is not inlined.
constexpr std::size_t kLarge = 2000, kOften = 4;

void AddUsingFunctions(llvm::User* user, llvm::SmallPtrSetImpl<llvm::Function*>& functions) {
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
    functions.insert(instruction->getFunction());
    return;
  }
  for (llvm::User* outer : user->users()) AddUsingFunctions(outer, functions);
}

}  // namespace

bool CallGraph::DependsOnArgumentsOnly(const llvm::Function& function) {
  static const llvm::TargetLibraryInfoImpl library{llvm::Triple(function.getParent()->getTargetTriple())};
  llvm::LibFunc known;
  return library.getLibFunc(function.getName(), known) || function.getName().starts_with("__lockstep_math_");
}

CallGraph::CallGraph(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) {
      Collect(function);
      if (function.hasAddressTaken()) address_taken_.insert(&function);
    }
  llvm::SmallPtrSet<llvm::Function*, 16> use_shared;
  for (llvm::GlobalVariable& global : module.globals())
    if (global.getAddressSpace() == kSharedSpace)
      for (llvm::User* user : global.users()) AddUsingFunctions(user, use_shared);
  for (llvm::Function* function : use_shared) facts_[function].reads_state = true;
}

void CallGraph::Collect(llvm::Function& function) {
  Facts facts = facts_.lookup(&function);
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) {
      ++facts.size;
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (call->isInlineAsm()) continue;
      llvm::Function* callee = call->getCalledFunction();
      if (!callee) {
        facts.calls_indirectly = true;
      } else if (callee->isIntrinsic()) {
        continue;
      } else if (StateFieldOf(*callee) != kStateFields) {
        facts.reads_state = true;
      } else {
        facts.callees.insert(callee);
        ++facts_[callee].call_sites;
        if (callee->isDeclaration() && !CallGraph::DependsOnArgumentsOnly(*callee)) facts.needs_current = true;
      }
    }
  facts.call_sites = facts_[&function].call_sites;
  facts_[&function] = std::move(facts);
}

llvm::SetVector<llvm::Function*> CallGraph::Reachable(llvm::Function& from) const {
  llvm::SetVector<llvm::Function*> reached;
  reached.insert(&from);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    auto facts = facts_.find(reached[i]);
    if (facts == facts_.end()) continue;
    reached.insert(facts->second.callees.begin(), facts->second.callees.end());
    if (facts->second.calls_indirectly) reached.insert(address_taken_.begin(), address_taken_.end());
  }
  return reached;
}

bool CallGraph::IsForeign(const llvm::Function& function) {
  return function.isDeclaration() && !function.getName().starts_with("__lockstep_") &&
         !CallGraph::DependsOnArgumentsOnly(function) && !function.isIntrinsic();
}

bool CallGraph::IsSelfContained(llvm::Function& function) const {
  for (llvm::Function* reached : Reachable(function)) {
    auto facts = facts_.find(reached);
    if (facts == facts_.end() || reached->isDeclaration()) continue;
    if (facts->second.calls_indirectly || facts->second.needs_current) return false;
    if (reached != &function && facts->second.reads_state) return false;
  }
  return true;
}

bool CallGraph::IsRecursive(llvm::Function& function) const {
  auto facts = facts_.find(&function);
  for (llvm::Function* callee : facts->second.callees)
    if (callee == &function || Reachable(*callee).contains(&function)) return true;
  return false;
}

llvm::SetVector<llvm::Function*> CallGraph::InlinableReaders() const {
  llvm::SetVector<llvm::Function*> readers;
  for (const auto& [function, facts] : facts_) {
    if (function->isDeclaration() || (facts.size > kLarge && facts.call_sites > kOften)) continue;
    const bool reads = llvm::any_of(Reachable(*function), [&](llvm::Function* reached) {
      auto found = facts_.find(reached);
      return found != facts_.end() && found->second.reads_state;
    });
    if (reads && !IsRecursive(*function)) readers.insert(function);
  }
  return readers;
}

}  // namespace lockstep::pass
