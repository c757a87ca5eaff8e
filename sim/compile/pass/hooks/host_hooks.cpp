#include "sim/compile/pass/hooks/host_hooks.h"

#include <vector>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/device_names.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

struct HostAccess {
  llvm::Instruction* at;
  llvm::Value* address;
  llvm::Value* size;
  std::uint32_t how;
  llvm::GlobalVariable* shadow = nullptr;  // where the address is in a device variable's stand-in
};

// The host half has a variable for each `__device__` and `__constant__` one, whose address stands for it in CUDA calls.
// Clang gives it no value; a variable of the host always has one. The value of a local variable of an empty class has
// no value either, but is private.
llvm::GlobalVariable* ShadowAt(llvm::Value* address) {
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address, 0));
  const bool is_shadow = variable && !variable->hasPrivateLinkage() && variable->hasInitializer() &&
                         llvm::isa<llvm::UndefValue>(variable->getInitializer());
  return is_shadow ? variable : nullptr;
}

// A `__managed__` variable is in the device half (sim/compile/pass/unit/managed_variables.h).
bool IsManaged(const llvm::Value* address) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address, 0));
  return variable && variable->isDeclaration() && variable->getName().starts_with(kDevicePrefix);
}

// The program's own variables, which the API does not allocate.
bool IsVariable(const llvm::Value* address) {
  const llvm::Value* base = llvm::getUnderlyingObject(address, 0);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalValue>(base)) return true;
  auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument && (argument->hasByValAttr() || argument->hasStructRetAttr());
}

class AccessFinder : public llvm::InstVisitor<AccessFinder> {
 public:
  void visitLoadInst(llvm::LoadInst& load) {
    Add(load, load.getPointerOperand(), SizeOf(load, load.getType()), load.isSimple() ? 0 : LOCKSTEP_HOST_AWAITS);
  }
  void visitStoreInst(llvm::StoreInst& store) {
    Add(store, store.getPointerOperand(), SizeOf(store, store.getValueOperand()->getType()),
        LOCKSTEP_HOST_WRITES | (store.isSimple() ? 0 : LOCKSTEP_HOST_AWAITS));
  }
  void visitAtomicRMWInst(llvm::AtomicRMWInst& atomic) {
    Add(atomic, atomic.getPointerOperand(), SizeOf(atomic, atomic.getType()),
        LOCKSTEP_HOST_WRITES | LOCKSTEP_HOST_AWAITS);
  }
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& exchange) {
    Add(exchange, exchange.getPointerOperand(), SizeOf(exchange, exchange.getCompareOperand()->getType()),
        LOCKSTEP_HOST_WRITES | LOCKSTEP_HOST_AWAITS);
  }
  void visitMemIntrinsic(llvm::MemIntrinsic& memory) {
    Add(memory, memory.getRawDest(), memory.getLength(), LOCKSTEP_HOST_WRITES);
  }
  void visitMemTransferInst(llvm::MemTransferInst& copy) {
    visitMemIntrinsic(copy);
    Add(copy, copy.getRawSource(), copy.getLength(), 0);
  }

  std::vector<HostAccess> found;

 private:
  static llvm::Value* SizeOf(const llvm::Instruction& at, llvm::Type* type) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(at.getContext()), at.getDataLayout().getTypeStoreSize(type));
  }
  void Add(llvm::Instruction& at, llvm::Value* address, llvm::Value* size, std::uint32_t how) {
    if (!at.getDebugLoc() || !at.getDebugLoc().getLine()) return;
    llvm::GlobalVariable* shadow = ShadowAt(address);
    if (shadow || IsManaged(address) || !IsVariable(address)) found.push_back({&at, address, size, how, shadow});
  }
};

std::vector<HostAccess> FindAccesses(llvm::Function& function) {
  AccessFinder finder;
  finder.visit(function);
  return std::move(finder.found);
}

void ReportShadow(const HostAccess& access) {
  llvm::IRBuilder<> build(access.at);
  const std::string name = llvm::demangle(access.shadow->getName());
  CallHook(access.at, "__lockstep_check_host_shadow",
           {build.CreateGlobalString(name), build.CreateZExtOrTrunc(access.size, build.getInt64Ty()),
            build.getInt32(access.how)});
}

void ReportAccess(const HostAccess& access, llvm::Instruction* before) {
  llvm::Module& module = *access.at->getModule();
  llvm::IRBuilder<> tell(before);
  tell.SetCurrentDebugLocation(access.at->getDebugLoc());
  llvm::Type* wide = tell.getInt64Ty();
  tell.CreateCall(
      module.getOrInsertFunction("__lockstep_check_host", tell.getVoidTy(), tell.getPtrTy(), wide, tell.getInt32Ty()),
      {access.address, tell.CreateZExtOrTrunc(access.size, wide), tell.getInt32(access.how)});
}

void InsertHook(llvm::Function& function, const HostAccess& access) {
  if (access.shadow) return ReportShadow(access);
  if (IsManaged(access.address)) return ReportAccess(access, access.at);
  llvm::Module& module = *function.getParent();
  llvm::IRBuilder<> build(access.at);
  llvm::Type* wide = build.getInt64Ty();
  auto load = [&](const char* name) { return build.CreateLoad(wide, module.getOrInsertGlobal(name, wide)); };
  llvm::Value* address = build.CreatePtrToInt(access.address, wide);
  const auto is_in = [&](const char* base, const char* capacity) {
    return build.CreateICmpULT(build.CreateSub(address, load(base)), load(capacity));
  };
  llvm::Value* inside = build.CreateOr(is_in("__lockstep_device_base", "__lockstep_device_capacity"),
                                       is_in("__lockstep_registered_base", "__lockstep_registered_capacity"));
  ReportAccess(access, BeginRareBlock(inside, access.at));
}

// --- the host's own memory

// The index of the argument that gives the number of bytes; calloc has two.
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

// The first place at which the call's result is known.
llvm::Instruction* Behind(llvm::CallBase& call) {
  auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke) return call.getNextNode();
  llvm::BasicBlock* next = invoke->getNormalDest();
  if (!next->getSinglePredecessor()) next = llvm::SplitEdge(invoke->getParent(), next);
  return &*next->getFirstInsertionPt();
}

void ReportAllocation(llvm::CallBase& call, bool in_program) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const int index = SizeArgumentOf(name);
  if (call.arg_size() <= static_cast<unsigned>(index) + (name == "calloc")) return;
  llvm::Instruction* next = Behind(call);
  llvm::IRBuilder<> build(next);
  llvm::Value* size = build.CreateZExtOrTrunc(call.getArgOperand(index), build.getInt64Ty());
  if (name == "calloc") size = build.CreateMul(size, build.CreateZExtOrTrunc(call.getArgOperand(1), size->getType()));
  CallHook(next, "__lockstep_check_host_allocated", {&call, size, build.getInt32(in_program)})
      ->setDebugLoc(call.getDebugLoc());
}

// The whole variable that the address points into, if it is evident.
void ReportVariables(llvm::CallBase& copy) {
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
    CallHook(&copy, "__lockstep_check_host_variable",
             {base, llvm::ConstantInt::get(llvm::Type::getInt64Ty(copy.getContext()), layout.getTypeAllocSize(type))});
  }
  if (any && llvm::isa<llvm::CallInst>(copy))
    CallHook(copy.getNextNode(), "__lockstep_check_host_call_ends", {})->setDebugLoc(copy.getDebugLoc());
}

// Libraries such as std::vector allocate for the program: their code that is compiled into it is instrumented too.
void ReportMemory(llvm::Function& function) {
  const HostCalls calls = FindCalls(function);
  const bool in_program = function.getSubprogram() && !IsLibraryFunction(function);
  for (llvm::CallBase* call : calls.frees) CallHook(call, "__lockstep_check_host_freed", {call->getArgOperand(0)});
  for (llvm::CallBase* call : calls.allocations) ReportAllocation(*call, in_program);
  for (llvm::CallBase* call : calls.copies) ReportVariables(*call);
}

}  // namespace

void InsertHostHooks(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) ReportMemory(function);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getSubprogram() || IsLibraryFunction(function)) continue;
    for (const HostAccess& access : FindAccesses(function)) InsertHook(function, access);
  }
}

}  // namespace lockstep::pass
