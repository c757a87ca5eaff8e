#include "sim/compile/pass/host_hooks.h"

#include <vector>

#include "llvm/ADT/StringSwitch.h"
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

// --- the host's own memory

// The argument that says how many bytes; calloc has two.
int SizeArgumentOf(llvm::StringRef name) {
  return llvm::StringSwitch<int>(name)
      .Cases("malloc", "calloc", "valloc", 0)
      .Cases("realloc", "aligned_alloc", "memalign", 1)
      .Cases("_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", 0)
      .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", 0)
      .Default(-1);
}

bool Frees(llvm::StringRef name) {
  return name == "free" || name == "realloc" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
}

struct HostCalls {
  std::vector<llvm::CallBase*> allocations, frees, copies;
};

HostCalls FindCalls(llvm::Function& function) {
  HostCalls found;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& at : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee) continue;
      const llvm::StringRef name = callee->getName();
      if (Frees(name)) found.frees.push_back(call);
      if (SizeArgumentOf(name) >= 0) found.allocations.push_back(call);
      if (name.contains("cudaMemcpy")) found.copies.push_back(call);
    }
  return found;
}

// Where what the call gave is known.
llvm::Instruction* Behind(llvm::CallBase& call) {
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  llvm::BasicBlock* next = invoke->getNormalDest();
  if (!next->getSinglePredecessor()) next = llvm::SplitEdge(invoke->getParent(), next);
  return &*next->getFirstInsertionPt();
}

template <class... Arguments>
void CallHook(llvm::Instruction* before, const llvm::DebugLoc& place, llvm::StringRef hook, Arguments*... arguments) {
  llvm::IRBuilder<> build(before);
  build.SetCurrentDebugLocation(place);
  auto* type = llvm::FunctionType::get(build.getVoidTy(), {arguments->getType()...}, false);
  build.CreateCall(before->getModule()->getOrInsertFunction(hook, type), {arguments...});
}

void TellAllocation(llvm::CallBase& call, bool in_program) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const int index = SizeArgumentOf(name);
  if (call.arg_size() <= static_cast<unsigned>(index) + (name == "calloc")) return;
  llvm::Instruction* next = Behind(call);
  llvm::IRBuilder<> build(next);
  llvm::Value* size = build.CreateZExtOrTrunc(call.getArgOperand(index), build.getInt64Ty());
  if (name == "calloc") size = build.CreateMul(size, build.CreateZExtOrTrunc(call.getArgOperand(1), size->getType()));
  llvm::Value* given = &call;
  CallHook(next, call.getDebugLoc(), "__lockstep_check_host_allocated", given, size,
           static_cast<llvm::Value*>(build.getInt32(in_program)));
}

// The whole variable that the address points into, where it is plain.
void TellVariables(llvm::CallBase& copy) {
  const llvm::DataLayout& layout = copy.getModule()->getDataLayout();
  bool any = false;
  for (llvm::Value* argument : copy.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    auto* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(argument, 0));
    llvm::Type* type = nullptr;
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(base); local && !local->isArrayAllocation())
      type = local->getAllocatedType();
    if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base); global && !global->isDeclaration())
      type = global->getValueType();
    if (!type || !type->isSized()) continue;
    any = true;
    CallHook(&copy, copy.getDebugLoc(), "__lockstep_check_host_variable", base,
             static_cast<llvm::Value*>(
                 llvm::ConstantInt::get(llvm::Type::getInt64Ty(copy.getContext()), layout.getTypeAllocSize(type))));
  }
  if (any && llvm::isa<llvm::CallInst>(copy))
    CallHook(copy.getNextNode(), copy.getDebugLoc(), "__lockstep_check_host_call_ends");
}

// Libraries allocate for the program (std::vector): what of theirs is compiled with it is looked at too.
void TellMemory(llvm::Function& function) {
  const HostCalls calls = FindCalls(function);
  const bool in_program = function.getSubprogram() && !IsLibraryFunction(function);
  for (llvm::CallBase* call : calls.frees)
    CallHook(call, call->getDebugLoc(), "__lockstep_check_host_freed", call->getArgOperand(0));
  for (llvm::CallBase* call : calls.allocations) TellAllocation(*call, in_program);
  for (llvm::CallBase* call : calls.copies) TellVariables(*call);
}

}  // namespace

void InsertHostHooks(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) TellMemory(function);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getSubprogram() || IsLibraryFunction(function)) continue;
    for (const HostAccess& access : FindAccesses(function)) Tell(function, access);
  }
}

}  // namespace lockstep
