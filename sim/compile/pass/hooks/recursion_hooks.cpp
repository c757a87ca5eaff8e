#include "sim/compile/pass/hooks/recursion_hooks.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/hook_call.h"

namespace lockstep::pass {
namespace {

constexpr std::uint64_t kReturnAddress = 8, kRegister = 4;

bool IsSilent(const llvm::Instruction& at) {
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
  return intrinsic && (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic());
}

bool Accumulates(const llvm::Instruction& at, const llvm::Value* result) {
  return at.isAssociative() && at.isCommutative() && at.getNumOperands() == 2 &&
         (at.getOperand(0) == result) != (at.getOperand(1) == result);
}

// True if nothing follows but the function's end, with the call's result or nothing. LLVM makes a loop of a call whose
// result becomes part of a sum or product of integers, too.
bool IsTailCall(const llvm::CallBase& call) {
  constexpr int kMostSteps = 64;
  const llvm::Value* result = &call;
  const llvm::Instruction* at = call.getNextNode();
  for (int i = 0; i < kMostSteps; ++i) {
    if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(at))
      return !leave->getReturnValue() || leave->getReturnValue() == result;
    if (auto* jump = llvm::dyn_cast<llvm::BranchInst>(at)) {
      if (jump->isConditional()) return false;
      for (const llvm::PHINode& phi : jump->getSuccessor(0)->phis())
        if (phi.getIncomingValueForBlock(jump->getParent()) == result) result = &phi;
      at = jump->getSuccessor(0)->getFirstNonPHI();
      continue;
    }
    if (Accumulates(*at, result))
      result = at;
    else if (!IsSilent(*at))
      return false;
    at = at->getNextNode();
  }
  return false;
}

// True if the value is used after the call, on some path that does not compute it anew.
bool IsNeededAfter(const llvm::CallBase& call, const llvm::Value& value) {
  llvm::SmallVector<const llvm::Instruction*> open = {call.getNextNode()};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  while (!open.empty()) {
    const llvm::Instruction* at = open.pop_back_val();
    for (; at && at != &value; at = at->getNextNode()) {
      if (!IsSilent(*at) && llvm::is_contained(at->operands(), &value)) return true;
      if (!at->isTerminator()) continue;
      for (const llvm::BasicBlock* next : llvm::successors(at)) {
        for (const llvm::PHINode& phi : next->phis())
          if (phi.getIncomingValueForBlock(at->getParent()) == &value) return true;
        if (seen.insert(next).second) open.push_back(next->getFirstNonPHI());
      }
    }
  }
  return false;
}

// The values to keep, because they cannot be computed again: arguments, and what is read or returned.
bool IsKept(const llvm::Value& value) {
  if (llvm::isa<llvm::Argument, llvm::LoadInst, llvm::PHINode, llvm::AtomicRMWInst>(value)) return true;
  auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  return call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration();
}

// An array that is indexed at run time is in memory on a GPU too.
bool IsIndexed(const llvm::AllocaInst& local) {
  return local.getAllocatedType()->isArrayTy() && llvm::any_of(local.users(), [](const llvm::User* user) {
           auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
           return step && !step->hasAllConstantIndices();
         });
}

std::uint64_t StackOf(const llvm::CallBase& call) {
  const llvm::Function& function = *call.getFunction();
  const llvm::DataLayout& layout = function.getDataLayout();
  std::uint64_t bytes = kReturnAddress;
  const auto keep = [&](const llvm::Value& value) {
    if (!value.getType()->isVoidTy() && IsKept(value) && &value != &call && IsNeededAfter(call, value))
      bytes += llvm::alignTo(layout.getTypeStoreSize(value.getType()), kRegister);
  };
  for (const llvm::Argument& argument : function.args())
    if (!argument.hasStructRetAttr()) keep(argument);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    keep(instruction);
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction); local && IsIndexed(*local))
      bytes += layout.getTypeAllocSize(local->getAllocatedType());
  }
  return llvm::alignTo(bytes, 8);
}

void InsertAround(llvm::CallBase& call, UnitTables& tables) {
  llvm::Value* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(call.getContext()), StackOf(call));
  CallHook(&call, "__lockstep_check_recursion", {tables.Site(PlaceInProgram(call.getDebugLoc().get()), 0), bytes});
  CallHook(call.getNextNode(), "__lockstep_check_recursion_ends", {bytes});
}

}  // namespace

void InsertRecursionHooks(llvm::Module& module, UnitTables& tables) {
  llvm::CallGraph graph(module);
  llvm::SmallVector<llvm::CallInst*> calls;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle()) continue;
    llvm::SmallPtrSet<const llvm::Function*, 4> functions;
    for (const llvm::CallGraphNode* node : *component)
      if (node->getFunction()) functions.insert(node->getFunction());
    for (llvm::CallGraphNode* node : *component) {
      if (!node->getFunction() || !node->getFunction()->getSubprogram()) continue;
      for (llvm::Instruction& instruction : llvm::instructions(node->getFunction()))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            call && functions.contains(call->getCalledFunction()) && call->getDebugLoc() && !IsTailCall(*call))
          calls.push_back(call);
    }
  }
  for (llvm::CallInst* call : calls) InsertAround(*call, tables);
}

}  // namespace lockstep::pass
