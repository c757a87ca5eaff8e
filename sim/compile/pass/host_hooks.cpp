#include "sim/compile/pass/host_hooks.h"

#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/library_code.h"
#include "sim/hooks/check.h"

namespace lockstep {
namespace {

struct HostAccess {
  llvm::Instruction* at;
  llvm::Value* address;
  llvm::Value* size;
  std::uint32_t how;
};

// The program's own variables: nothing that the API hands out.
bool IsVariable(const llvm::Value* address) {
  const llvm::Value* base = llvm::getUnderlyingObject(address, 0);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base)) return true;
  auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument && (argument->hasByValAttr() || argument->hasStructRetAttr());
}

std::vector<HostAccess> FindAccesses(llvm::Function& function) {
  std::vector<HostAccess> found;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::Type* wide = llvm::Type::getInt64Ty(function.getContext());
  auto add = [&](llvm::Instruction& at, llvm::Value* address, llvm::Value* size, std::uint32_t how) {
    if (!IsVariable(address)) found.push_back({&at, address, size, how});
  };
  auto size_of = [&](llvm::Type* type) { return llvm::ConstantInt::get(wide, layout.getTypeStoreSize(type)); };
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& at : block) {
      if (!at.getDebugLoc() || !at.getDebugLoc().getLine()) continue;
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&at))
        add(at, load->getPointerOperand(), size_of(load->getType()), load->isSimple() ? 0 : LOCKSTEP_HOST_AWAITS);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&at))
        add(at, store->getPointerOperand(), size_of(store->getValueOperand()->getType()),
            LOCKSTEP_HOST_WRITES | (store->isSimple() ? 0 : LOCKSTEP_HOST_AWAITS));
      if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&at))
        add(at, atomic->getPointerOperand(), size_of(atomic->getType()), LOCKSTEP_HOST_WRITES | LOCKSTEP_HOST_AWAITS);
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at))
        add(at, exchange->getPointerOperand(), size_of(exchange->getCompareOperand()->getType()),
            LOCKSTEP_HOST_WRITES | LOCKSTEP_HOST_AWAITS);
      if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&at))
        add(at, memory->getRawDest(), memory->getLength(), LOCKSTEP_HOST_WRITES);
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&at)) add(at, copy->getRawSource(), copy->getLength(), 0);
    }
  return found;
}

void Tell(llvm::Function& function, const HostAccess& access) {
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> build(access.at);
  llvm::Type* wide = build.getInt64Ty();
  auto load = [&](const char* name) { return build.CreateLoad(wide, module.getOrInsertGlobal(name, wide)); };
  llvm::Value* offset = build.CreateSub(build.CreatePtrToInt(access.address, wide), load("__lockstep_device_base"));
  llvm::Value* inside = build.CreateICmpULT(offset, load("__lockstep_device_capacity"));
  llvm::MDNode* rarely = llvm::MDBuilder(function.getContext()).createUnlikelyBranchWeights();
  llvm::IRBuilder<> tell(llvm::SplitBlockAndInsertIfThen(inside, access.at, false, rarely));
  tell.SetCurrentDebugLocation(access.at->getDebugLoc());
  tell.CreateCall(
      module.getOrInsertFunction("__lockstep_check_host", tell.getVoidTy(), tell.getPtrTy(), wide, tell.getInt32Ty()),
      {access.address, tell.CreateZExtOrTrunc(access.size, wide), tell.getInt32(access.how)});
}

}  // namespace

void InsertHostHooks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getSubprogram() || IsLibraryFunction(function)) continue;
    for (const HostAccess& access : FindAccesses(function)) Tell(function, access);
  }
}

}  // namespace lockstep
