#include "sim/compile/pass/hooks/check_hooks.h"

#include <cstddef>

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/facts/first_guesses.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/origins.h"
#include "sim/compile/pass/facts/struct_padding.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/local_arrays.h"
#include "sim/compile/pass/hooks/object_bounds.h"
#include "sim/compile/pass/hooks/unwritten_locals.h"
#include "sim/compile/pass/language/atomic_scopes.h"
#include "sim/compile/pass/language/poll_loops.h"
#include "sim/compile/pass/language/shuffles.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/hooks/check.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

std::uint64_t Ordering(const llvm::Instruction& atomic, llvm::AtomicOrdering ordering) {
  if (atomic.getMetadata(kRelaxed)) return 0;
  return (llvm::isAcquireOrStronger(ordering) ? LOCKSTEP_HOW_ACQUIRE : 0) |
         (llvm::isReleaseOrStronger(ordering) ? LOCKSTEP_HOW_RELEASE : 0);
}

class CheckHooks : HookArguments {
 public:
  CheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, DeclaredTypes& declared,
             StructPadding& padding)
      : HookArguments(function, tables, orders),
        function_(function),
        module_(*function.getParent()),
        tables_(tables),
        padding_(padding),
        arrays_(function, tables),
        bounds_(function, tables, orders, declared,
                {"__lockstep_check_local", "__lockstep_check_local_range", "__lockstep_check_member"}),
        narrow_(llvm::Type::getInt32Ty(function.getContext())),
        wide_(llvm::Type::getInt64Ty(function.getContext())),
        pointer_(llvm::PointerType::get(function.getContext(), 0)),
        origins_(function),
        first_guesses_(FindFirstGuesses(function)) {}

  void Insert() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_))
      for (llvm::Instruction& instruction : *block) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions) Visit(*instruction);
    origins_.FillPhis();
    for (const Decision& decision : decisions_) Ask(decision);
    bounds_.Insert();
    for (llvm::CallBase* call : calls_) NameCall(*call);
  }

 private:
  struct Decision {
    llvm::Instruction* at;
    llvm::Value* origin;
  };
  // The hooks are inserted at the end, because they split blocks.
  void Decides(llvm::Instruction& at, llvm::Value* value) {
    llvm::Value* origin = origins_.Of(value);
    if (origin != origins_.good() && HasPlace(at)) decisions_.push_back({&at, origin});
  }

  void Ask(const Decision& decision) {
    llvm::IRBuilder<> build(decision.at);
    llvm::Value* is_bad = build.CreateICmpNE(decision.origin, origins_.good());
    llvm::Instruction* then = BeginRareBlock(is_bad, decision.at);
    CallHook(then, "__lockstep_check_use", {SiteOf(*decision.at), decision.origin});
  }

  // --- accesses

  void Visit(llvm::Instruction& instruction) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return origins_.CarryThroughPhi(*phi);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return origins_.CarryThroughSelect(*select);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return VisitLoad(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return VisitStore(*store);
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      Decides(instruction, atomic->getValOperand());
      return Atomic(instruction, atomic->getPointerOperand(), atomic->getValOperand()->getType(),
                    Ordering(*atomic, atomic->getOrdering()) | Reads(*atomic) | LOCKSTEP_HOW_WRITES);
    }
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      Decides(instruction, exchange->getNewValOperand());
      return Atomic(instruction, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
                    Ordering(*exchange, exchange->getSuccessOrdering()) | LOCKSTEP_HOW_READS | LOCKSTEP_HOW_WRITES);
    }
    if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction)) return VisitCopy(*copy);
    if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction)) return VisitFill(*fill);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return VisitCall(*call);
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (branch->isConditional()) Decides(instruction, branch->getCondition());
      return;
    }
    if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) return VisitReturn(*leave);
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction))
      return Decides(instruction, choice->getCondition());
    if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.getType()->isVoidTy()) return;
    origins_.Carry(instruction);
  }

  void VisitCall(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (IsUnwrittenValue(call)) {
      llvm::IRBuilder<> build(call.getNextNode());
      origins_.Set(call, OriginOfVariable(build, tables_, UnwrittenVariable(call)));
      return;
    }
    if (MarkedArray(call) || (callee && callee->getName().starts_with("__lockstep_check"))) return;
    if (callee && callee->isIntrinsic() && !call.getType()->isVoidTy()) return origins_.Carry(call);
    if (callee && callee->isIntrinsic()) return;
    if (!callee || callee->isDeclaration()) HandOver(call);
    if (HasPlace(call) && (!callee || !callee->isDeclaration())) calls_.push_back(&call);
    if (callee && callee->getName() == kShuffle) CarryThroughShuffle(call);
    CarryThroughReturn(call);
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, llvm::Attribute::NoUndef)) Decides(call, call.getArgOperand(i));
  }

  // Numbers and vectors; an aggregate is returned in the caller's own memory.
  static bool IsCarried(const llvm::Type* type) {
    return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPointerTy();
  }

  void VisitReturn(llvm::ReturnInst& leave) {
    if (!leave.getReturnValue() || !IsCarried(leave.getReturnValue()->getType())) return;
    llvm::IRBuilder<> build(&leave);
    StoreReturnedOrigin(build, module_, origins_.Of(leave.getReturnValue()));
  }

  // The value that a function of the program returns has the origin of its operands. Other functions leave the field
  // unchanged.
  void CarryThroughReturn(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!IsCarried(call.getType()) || llvm::isa<llvm::InvokeInst>(call) || call.isInlineAsm()) return;
    if (callee && (callee->isDeclaration() || !callee->getSubprogram())) return;
    llvm::IRBuilder<> build(&call);
    if (!callee) StoreReturnedOrigin(build, module_, origins_.good());
    build.SetInsertPoint(call.getNextNode());
    origins_.Set(call, LoadReturnedOrigin(build, module_));
  }

  // Records the call as the thread's site, so that a stack overflow can be located.
  void NameCall(llvm::CallBase& call) {
    llvm::IRBuilder<> build(&call);
    StoreSite(build, module_, SiteOf(call));
  }

  // Code without hooks may write through any pointer that it gets.
  void HandOver(llvm::CallBase& call) {
    arrays_.NoteCall(call);
    if (call.getCalledFunction() && call.getCalledFunction()->getName().starts_with("__lockstep")) return;
    for (llvm::Value* argument : call.args())
      if (argument->getType() == pointer_ && !IsOwn(argument) && !llvm::isa<llvm::Constant>(argument))
        CallHook(&call, "__lockstep_check_handed", {argument});
  }

  // The result of a lane has the origin of the value that the source lane passed, if that lane participates.
  void CarryThroughShuffle(llvm::CallBase& shuffle) {
    llvm::Value* origin = origins_.Of(shuffle.getArgOperand(kExchangeOperand));
    if (origin != origins_.good()) CallHook(&shuffle, "__lockstep_check_bring", {origin});
    if (HasPlace(shuffle))
      origins_.Set(shuffle, CallHook(shuffle.getNextNode(), "__lockstep_check_take", narrow_, {SiteOf(shuffle)}));
  }

  // The operands of an address are tested first, because the hook may end the kernel.
  void AskBefore(llvm::Value* hook, std::size_t asked) {
    for (; asked < decisions_.size(); ++asked) decisions_[asked].at = llvm::cast<llvm::Instruction>(hook);
  }

  void VisitLoad(llvm::LoadInst& load) {
    const std::size_t asked = decisions_.size();
    Decides(load, load.getPointerOperand());
    bounds_.NoteLocal(load, load.getPointerOperand(), load.getType(), false);
    bounds_.NoteParts(load, load.getPointerOperand(), load.getType(), false);
    if (llvm::Value* known = arrays_.OriginOf(load)) origins_.Set(load, known);
    if (!HasPlace(load) || IsOwn(load.getPointerOperand())) return;
    if (load.isAtomic())
      return Atomic(load, load.getPointerOperand(), load.getType(),
                    Ordering(load, load.getOrdering()) | LOCKSTEP_HOW_READS);
    llvm::Value* how = Wide(SizeOf(load.getType()) | Promised(load.getAlign()) | FlagsOf(load));
    if (load.isVolatile()) Acquire(load, load.getPointerOperand(), FlagsOf(load));
    llvm::Value* origin =
        CallHook(&load, "__lockstep_check_load", narrow_,
                 {SiteOf(load), Plain(&load, load.getPointerOperand()), how, BaseOf(&load, load.getPointerOperand())});
    origins_.Set(load, origin);
    AskBefore(origin, asked);
    load.setAlignment(llvm::Align(1));
  }

  std::uint64_t FlagsOf(const llvm::LoadInst& load) const {
    if (first_guesses_.contains(&load)) return LOCKSTEP_HOW_VOLATILE;
    if (!load.isVolatile()) return 0;
    return LOCKSTEP_HOW_VOLATILE | (load.getMetadata(kAwaited) ? 0 : LOCKSTEP_HOW_UNAWAITED);
  }

  void VisitStore(llvm::StoreInst& store) {
    const std::size_t asked = decisions_.size();
    Decides(store, store.getPointerOperand());
    bounds_.NoteLocal(store, store.getPointerOperand(), store.getValueOperand()->getType(), true);
    bounds_.NoteParts(store, store.getPointerOperand(), store.getValueOperand()->getType(), true);
    arrays_.NoteStore(store, origins_.Of(store.getValueOperand()));
    if (!HasPlace(store) || IsOwn(store.getPointerOperand())) return;
    llvm::Type* type = store.getValueOperand()->getType();
    if (store.isAtomic())
      return Atomic(store, store.getPointerOperand(), type, Ordering(store, store.getOrdering()) | LOCKSTEP_HOW_WRITES);
    llvm::Value* value = BitsOf(&store, store.getValueOperand());
    const std::uint64_t flags = (store.isVolatile() ? LOCKSTEP_HOW_VOLATILE : 0) | (value ? LOCKSTEP_HOW_VALUE : 0) |
                                (IsOfLibrary(store) ? LOCKSTEP_HOW_LIBRARY : 0);
    AskBefore(
        CallHook(&store, "__lockstep_check_store",
                 {SiteOf(store), Plain(&store, store.getPointerOperand()),
                  Wide(SizeOf(type) | Promised(store.getAlign()) | flags), BaseOf(&store, store.getPointerOperand()),
                  value ? value : Wide(0), origins_.Of(store.getValueOperand())}),
        asked);
    WritePadding(store, store.getPointerOperand(), SizeOf(type));
    store.setAlignment(llvm::Align(1));
  }

  // In a kernel of the library's, functions of the program are inlined.
  bool IsOfLibrary(const llvm::Instruction& at) const {
    return IsLibraryFunction(function_) && IsLibraryFile(PlaceInProgram(at.getDebugLoc().get())->getFile());
  }

  // After the hook of the write.
  void WritePadding(llvm::Instruction& at, llvm::Value* address, std::uint64_t bytes) {
    llvm::IRBuilder<> build(&at);
    for (const Padding& padding : padding_.WrittenWith(build, address, bytes)) {
      llvm::Value* begin = build.CreateConstGEP1_64(build.getInt8Ty(), padding.address, padding.offset);
      CallHook(&at, "__lockstep_check_padding", {SiteOf(at), Plain(&at, begin), Wide(padding.size)});
    }
  }

  void Atomic(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, std::uint64_t flags) {
    const std::size_t asked = decisions_.size();
    Decides(at, address);
    bounds_.NoteParts(at, address, type, flags & LOCKSTEP_HOW_WRITES);
    if (!HasPlace(at) || IsOwn(address)) return;
    if (at.getMetadata(kBlockScope)) flags |= LOCKSTEP_HOW_IN_BLOCK;
    if (!at.getMetadata(kAwaited)) flags |= LOCKSTEP_HOW_UNAWAITED;
    AskBefore(CallHook(&at, "__lockstep_check_atomic",
                       {SiteOf(at), Plain(&at, address),
                        Wide(SizeOf(type) | Promised(llvm::Align(llvm::PowerOf2Ceil(SizeOf(type)))) | flags),
                        BaseOf(&at, address)}),
              asked);
    if (flags & LOCKSTEP_HOW_WRITES) WritePadding(at, address, SizeOf(type));
    if (flags & LOCKSTEP_HOW_READS) Acquire(at, address, flags);
  }

  void VisitCopy(llvm::AnyMemTransferInst& copy) {
    bounds_.CheckRange(copy, copy.getRawSource(), false);
    bounds_.CheckRange(copy, copy.getRawDest(), true);
    arrays_.NoteCopy(copy);
    if (!HasPlace(copy)) return;
    const bool reads = !IsOwn(copy.getRawSource()), writes = !IsOwn(copy.getRawDest());
    CallCopyHook(copy, reads, writes);
    // The hook reports an address that is no multiple of it, and the copy succeeds.
    if (writes) copy.setDestAlignment(llvm::Align(1));
    if (reads) llvm::cast<llvm::AnyMemTransferInst>(copy).setSourceAlignment(llvm::Align(1));
    if (writes) WritePaddingAround(copy);
  }

  void WritePaddingAround(llvm::AnyMemIntrinsic& write) {
    if (auto* length = llvm::dyn_cast<llvm::ConstantInt>(write.getLength()))
      WritePadding(write, write.getRawDest(), length->getZExtValue());
  }

  void CallCopyHook(llvm::AnyMemTransferInst& copy, bool reads, bool writes) {
    llvm::IRBuilder<> build(&copy);
    if (reads != writes && CopyLocal(build, copy, reads)) return;
    llvm::Value* how = HowOf(copy);
    llvm::Value *null = llvm::ConstantPointerNull::get(pointer_), *site = SiteOf(copy);
    llvm::Value *to = Plain(&copy, copy.getRawDest()), *from = Plain(&copy, copy.getRawSource());
    if (reads || writes)
      CallHook(&copy, "__lockstep_check_copy",
               {site, writes ? to : null, reads ? from : null, how, BaseOf(&copy, copy.getRawDest()),
                BaseOf(&copy, copy.getRawSource())});
  }

  // A copy between shared memory and an array with a shadow here. False if the array has no shadow.
  bool CopyLocal(llvm::IRBuilder<>& build, llvm::AnyMemTransferInst& copy, bool reads) {
    const LocalArrays::Shadow shadow = arrays_.ShadowAt(build, reads ? copy.getRawDest() : copy.getRawSource());
    if (!shadow.mark) return false;
    llvm::Value* other = Plain(&copy, reads ? copy.getRawSource() : copy.getRawDest());
    llvm::Value* base = BaseOf(&copy, other);
    CallHook(&copy, reads ? "__lockstep_check_copy_in" : "__lockstep_check_copy_out",
             {SiteOf(copy), other, HowOf(copy), base, shadow.mark, shadow.origin});
    return true;
  }

  void VisitFill(llvm::AnyMemSetInst& fill) {
    bounds_.CheckRange(fill, fill.getRawDest(), true);
    arrays_.NoteFill(fill);
    if (!HasPlace(fill) || IsOwn(fill.getRawDest())) return;
    llvm::IRBuilder<> build(&fill);
    CallHook(&fill, "__lockstep_check_fill",
             {SiteOf(fill), Plain(&fill, fill.getRawDest()), LengthOf(fill), BaseOf(&fill, fill.getRawDest())});
    WritePaddingAround(fill);
  }

  // An exchange whose old value is unused only writes.
  static std::uint64_t Reads(const llvm::AtomicRMWInst& atomic) {
    return atomic.getOperation() == llvm::AtomicRMWInst::Xchg && atomic.use_empty() ? 0 : LOCKSTEP_HOW_READS;
  }

  // The hook follows the read: only then does the thread see what other threads released.
  void Acquire(llvm::Instruction& read, llvm::Value* address, std::uint64_t flags) {
    llvm::Instruction* next = read.getNextNode();
    CallHook(
        next, "__lockstep_check_acquire",
        {Plain(next, address), Wide(flags & (LOCKSTEP_HOW_ACQUIRE | LOCKSTEP_HOW_UNAWAITED | LOCKSTEP_HOW_WRITES))});
  }

  llvm::Function& function_;
  llvm::Module& module_;
  UnitTables& tables_;
  StructPadding& padding_;
  LocalArrays arrays_;
  ObjectBounds bounds_;
  llvm::Type *narrow_, *wide_;
  llvm::PointerType* pointer_;
  Origins origins_;
  std::vector<Decision> decisions_;
  std::vector<llvm::CallBase*> calls_;
  const FirstGuesses first_guesses_;
};

}  // namespace

void InsertCheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, DeclaredTypes& declared,
                      StructPadding& padding) {
  CheckHooks(function, tables, orders, declared, padding).Insert();
}

}  // namespace lockstep::pass
