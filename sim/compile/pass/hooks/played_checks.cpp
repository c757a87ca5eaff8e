#include "sim/compile/pass/hooks/played_checks.h"

#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/pointer_origins.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

// The address that a call of one of these functions is about; null for any other call.
llvm::Value* AddressIn(const llvm::CallBase& call, llvm::ArrayRef<llvm::StringRef> functions) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && llvm::is_contained(functions, callee->getName()) && call.arg_size() ? call.getArgOperand(0)
                                                                                       : nullptr;
}

class PlayedChecks : HookArguments {
 public:
  PlayedChecks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders)
      : HookArguments(function, tables, orders), module_(*function.getParent()), origins_(function) {}

  void Visit(llvm::Instruction& at) {
    if (!HasPlace(at)) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at)) return VisitLoad(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) return VisitStore(*store);
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
      return VisitAtomic(at, atomic->getPointerOperand(), atomic->getType(), atomic->getOrdering());
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at))
      return VisitAtomic(at, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
                         exchange->getSuccessOrdering());
    llvm::Value* none = llvm::ConstantPointerNull::get(llvm::PointerType::get(at.getContext(), 0));
    if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&at)) {
      CallHook(&at, "__lockstep_check_copy",
               {SiteOf(at), copy->getRawDest(), copy->getRawSource(), LengthOf(*copy), none, none});
    } else if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&at)) {
      CallHook(&at, "__lockstep_check_fill", {SiteOf(at), fill->getRawDest(), LengthOf(*fill), none});
    } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&at)) {
      VisitCall(*call);
    }
  }

 private:
  void VisitLoad(llvm::LoadInst& load) {
    llvm::Value* address = load.getPointerOperand();
    if (IsPlainVariable(address)) return;
    if (load.isAtomic()) return VisitAtomic(load, address, load.getType(), load.getOrdering(), LOCKSTEP_HOW_READS);
    CallHook(&load, "__lockstep_check_load", llvm::Type::getInt32Ty(module_.getContext()),
             {SiteOf(load), address, Wide(SizeOf(load.getType())), BaseOf(load, address)});
  }

  void VisitStore(llvm::StoreInst& store) {
    llvm::Value* address = store.getPointerOperand();
    if (IsPlainVariable(address)) return;
    llvm::Type* type = store.getValueOperand()->getType();
    if (store.isAtomic()) return VisitAtomic(store, address, type, store.getOrdering(), LOCKSTEP_HOW_WRITES);
    llvm::Value* bits = BitsOf(&store, store.getValueOperand());
    CallHook(&store, "__lockstep_check_store",
             {SiteOf(store), address, Wide(SizeOf(type) | (bits ? LOCKSTEP_HOW_VALUE : 0)), BaseOf(store, address),
              bits ? bits : Wide(0), llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), 0)});
  }

  void VisitAtomic(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, llvm::AtomicOrdering ordering,
                   std::uint64_t how = LOCKSTEP_HOW_READS | LOCKSTEP_HOW_WRITES) {
    Order(at, address, ordering);
    if (IsPlainVariable(address)) return;
    CallHook(&at, "__lockstep_check_atomic",
             {SiteOf(at), address, Wide(SizeOf(type) | how | LOCKSTEP_HOW_UNAWAITED), BaseOf(at, address)});
  }

  llvm::Value* BaseOf(llvm::Instruction& at, llvm::Value* address) { return origins_.Of(at, address); }

  // The actions of a thread before it gives a lock back are past for the one that takes it.
  void VisitCall(llvm::CallBase& call) {
    if (llvm::Value* lock = AddressIn(call, {"pthread_mutex_unlock", "pthread_spin_unlock", "pthread_rwlock_unlock"}))
      CallHook(&call, "__lockstep_check_release", {lock});
    if (llvm::Value* lock = AddressIn(
            call, {"pthread_mutex_lock", "pthread_spin_lock", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock"}))
      Acquire(call, lock);
  }

  void Acquire(llvm::Instruction& at, llvm::Value* address) {
    if (at.isTerminator()) return;
    llvm::CallInst* hook =
        CallHook(&at, "__lockstep_check_acquire", {address, Wide(LOCKSTEP_HOW_ACQUIRE | LOCKSTEP_HOW_UNAWAITED)});
    hook->moveAfter(&at);
  }

  void Order(llvm::Instruction& at, llvm::Value* address, llvm::AtomicOrdering ordering) {
    if (llvm::isReleaseOrStronger(ordering)) CallHook(&at, "__lockstep_check_release", {address});
    if (llvm::isAcquireOrStronger(ordering)) Acquire(at, address);
  }

  llvm::Module& module_;
  PointerOrigins origins_;
};

}  // namespace

bool IsPlainVariable(const llvm::Value* address) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
  return local && !local->isArrayAllocation() && local->getAllocatedType()->isSingleValueType();
}

void InsertPlayedChecks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders) {
  std::vector<llvm::Instruction*> instructions;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) instructions.push_back(&instruction);
  PlayedChecks checks(function, tables, orders);
  for (llvm::Instruction* instruction : instructions) checks.Visit(*instruction);
}

}  // namespace lockstep::pass
