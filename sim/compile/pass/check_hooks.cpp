#include "sim/compile/pass/check_hooks.h"

#include <cstddef>

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "sim/compile/pass/atomic_scopes.h"
#include "sim/compile/pass/kernel_entry.h"
#include "sim/compile/pass/library_code.h"
#include "sim/compile/pass/local_arrays.h"
#include "sim/compile/pass/member_names.h"
#include "sim/compile/pass/poll_loops.h"
#include "sim/compile/pass/shuffles.h"
#include "sim/compile/pass/thread_state.h"
#include "sim/compile/pass/unwritten_locals.h"
#include "sim/hooks/check.h"
#include "sim/hooks/unit.h"

namespace lockstep {
namespace {

bool HasPlace(const llvm::Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

bool IsStorageOfParameter(const llvm::Value* base) {
  auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument && IsParameterStorage(*argument);
}

// Memory that only this thread can see, and that is no business of the shadow's.
bool IsOwn(const llvm::Value* address) {
  const llvm::Value* base = llvm::getUnderlyingObject(address, 0);
  return llvm::isa<llvm::AllocaInst>(base) || IsStorageOfParameter(base) || base->getName().starts_with("__lockstep");
}

std::uint64_t Ordering(const llvm::Instruction& atomic, llvm::AtomicOrdering ordering) {
  if (atomic.getMetadata(kRelaxed)) return 0;
  return (llvm::isAcquireOrStronger(ordering) ? LOCKSTEP_HOW_ACQUIRE : 0) |
         (llvm::isReleaseOrStronger(ordering) ? LOCKSTEP_HOW_RELEASE : 0);
}

class CheckHooks {
 public:
  CheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders)
      : function_(function),
        module_(*function.getParent()),
        tables_(tables),
        orders_(orders),
        arrays_(function, tables),
        narrow_(llvm::Type::getInt32Ty(function.getContext())),
        wide_(llvm::Type::getInt64Ty(function.getContext())),
        pointer_(llvm::PointerType::get(function.getContext(), 0)),
        good_(llvm::ConstantInt::get(narrow_, 0)) {}

  void Insert() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_))
      for (llvm::Instruction& instruction : *block) instructions.push_back(&instruction);
    for (llvm::Instruction* instruction : instructions)
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction)) FindFirstGuesses(*exchange);
    for (llvm::Instruction* instruction : instructions) Visit(*instruction);
    FillPhis();
    for (const Decision& decision : decisions_) Ask(decision);
    for (const LocalAccess& access : locals_) CheckLocal(access);
    for (const MemberAccess& access : members_) CheckMember(access);
    for (llvm::CallBase* call : calls_) NameCall(*call);
  }

 private:
  struct Decision {
    llvm::Instruction* at;
    llvm::Value* origin;
  };
  struct LocalAccess {
    llvm::Instruction* at;
    llvm::Value* address;
    llvm::AllocaInst* local;
    std::uint64_t size, local_size;
    bool writes;
  };

  // --- origins

  llvm::Value* OriginOf(llvm::Value* value) {
    auto found = origins_.find(value);
    return found == origins_.end() ? good_ : found->second;
  }

  llvm::Value* Worse(llvm::IRBuilderBase& build, llvm::Value* a, llvm::Value* b) {
    if (a == good_ || a == b) return b;
    if (b == good_) return a;
    return build.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
  }

  // A bit field's neighbours are kept by masks: what is left of an unwritten word is not told apart.
  static bool MasksBits(const llvm::Instruction& instruction) {
    const unsigned opcode = instruction.getOpcode();
    return (opcode == llvm::Instruction::And || opcode == llvm::Instruction::Or) &&
           llvm::isa<llvm::Constant>(instruction.getOperand(1));
  }

  // Nothing is left of the other factor.
  static bool IsNothing(const llvm::Instruction& instruction) {
    return instruction.getOpcode() == llvm::Instruction::Mul &&
           (IsZero(instruction.getOperand(0)) || IsZero(instruction.getOperand(1)));
  }

  void Carry(llvm::Instruction& instruction) {
    if (MasksBits(instruction) || IsNothing(instruction)) return;
    llvm::IRBuilder<> build(&instruction);
    llvm::Value* origin = good_;
    for (llvm::Value* operand : instruction.operands())
      if (!llvm::isa<llvm::BasicBlock, llvm::Function>(operand)) origin = Worse(build, origin, OriginOf(operand));
    if (origin != good_) origins_[&instruction] = origin;
  }

  void CarryThroughSelect(llvm::SelectInst& select) {
    llvm::Value *yes = OriginOf(select.getTrueValue()), *no = OriginOf(select.getFalseValue());
    llvm::IRBuilder<> build(&select);
    llvm::Value* chosen = yes == no ? yes : build.CreateSelect(select.getCondition(), yes, no);
    llvm::Value* origin = Worse(build, OriginOf(select.getCondition()), chosen);
    if (origin != good_) origins_[&select] = origin;
  }

  void VisitPhi(llvm::PHINode& phi) {
    auto* twin = llvm::PHINode::Create(narrow_, phi.getNumIncomingValues(), "", phi.getIterator());
    origins_[&phi] = twin;
    phis_.push_back({&phi, twin});
  }

  // Phis come before what they are made of is known.
  void FillPhis() {
    for (auto [phi, twin] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        twin->addIncoming(OriginWhereMet(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
  }

  // A number that is undefined on one of the ways that meet is a variable without a value on that way. Elsewhere such
  // values are also what structs are filled into, and say nothing.
  llvm::Value* OriginWhereMet(llvm::Value* value) {
    const bool is_number = value->getType()->isIntegerTy() || value->getType()->isFloatingPointTy();
    if (is_number && llvm::isa<llvm::UndefValue>(value) && !llvm::isa<llvm::PoisonValue>(value))
      return llvm::ConstantInt::get(narrow_, LOCKSTEP_ORIGIN_LOCAL);
    return OriginOf(value);
  }

  // Asked when all hooks are in, because asking splits blocks.
  void Decides(llvm::Instruction& at, llvm::Value* value) {
    llvm::Value* origin = OriginOf(value);
    if (origin != good_ && HasPlace(at)) decisions_.push_back({&at, origin});
  }

  void Ask(const Decision& decision) {
    llvm::IRBuilder<> build(decision.at);
    llvm::Value* is_bad = build.CreateICmpNE(decision.origin, good_);
    llvm::MDNode* rarely = llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights();
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_bad, decision.at, false, rarely);
    Call(then, "__lockstep_check_use", build.getVoidTy(), {SiteOf(*decision.at), decision.origin});
  }

  // --- accesses

  void Visit(llvm::Instruction& instruction) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return VisitPhi(*phi);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return CarryThroughSelect(*select);
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
    Carry(instruction);
  }

  void VisitCall(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (IsUnwrittenValue(call)) {
      llvm::IRBuilder<> build(call.getNextNode());
      origins_[&call] = OriginOfVariable(build, tables_, UnwrittenVariable(call));
      return;
    }
    if (MarkedArray(call) || (callee && callee->getName().starts_with("__lockstep_check"))) return;
    if (callee && callee->isIntrinsic() && !call.getType()->isVoidTy()) return Carry(call);
    if (callee && callee->isIntrinsic()) return;
    if (!callee || callee->isDeclaration()) HandOver(call);
    if (HasPlace(call) && (!callee || !callee->isDeclaration())) calls_.push_back(&call);
    if (callee && callee->getName() == kShuffle) CarryThroughShuffle(call);
    CarryThroughReturn(call);
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.paramHasAttr(i, llvm::Attribute::NoUndef)) Decides(call, call.getArgOperand(i));
  }

  // Numbers and vectors; what is returned in memory is the caller's own.
  static bool IsCarried(const llvm::Type* type) {
    return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPointerTy();
  }

  void VisitReturn(llvm::ReturnInst& leave) {
    if (!leave.getReturnValue() || !IsCarried(leave.getReturnValue()->getType())) return;
    llvm::IRBuilder<> build(&leave);
    StoreReturnedOrigin(build, module_, OriginOf(leave.getReturnValue()));
  }

  // What a function of the program's returns is as good as what it made it of. Other code leaves the number as it is.
  void CarryThroughReturn(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!IsCarried(call.getType()) || llvm::isa<llvm::InvokeInst>(call) || call.isInlineAsm()) return;
    if (callee && (callee->isDeclaration() || !callee->getSubprogram())) return;
    llvm::IRBuilder<> build(&call);
    if (!callee) StoreReturnedOrigin(build, module_, good_);
    build.SetInsertPoint(call.getNextNode());
    origins_[&call] = LoadReturnedOrigin(build, module_);
  }

  // So that a thread that runs out of stack is known to be here.
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
        Call(&call, "__lockstep_check_handed", llvm::Type::getVoidTy(function_.getContext()), {argument});
  }

  // What a lane gets is as good as what the lane that it asks has brought, if that is there.
  void CarryThroughShuffle(llvm::CallBase& shuffle) {
    llvm::Value* origin = OriginOf(shuffle.getArgOperand(kShuffleOperand));
    if (origin != good_)
      Call(&shuffle, "__lockstep_check_bring", llvm::Type::getVoidTy(function_.getContext()), {origin});
    if (HasPlace(shuffle))
      origins_[&shuffle] = Call(shuffle.getNextNode(), "__lockstep_check_take", narrow_, {SiteOf(shuffle)});
  }

  // What an address was made of is asked first: the hook may end the kernel.
  void AskBefore(llvm::Value* hook, std::size_t asked) {
    for (; asked < decisions_.size(); ++asked) decisions_[asked].at = llvm::cast<llvm::Instruction>(hook);
  }

  void VisitLoad(llvm::LoadInst& load) {
    const std::size_t asked = decisions_.size();
    Decides(load, load.getPointerOperand());
    NoteLocal(load, load.getPointerOperand(), load.getType(), false);
    NoteMember(load, load.getPointerOperand(), load.getType(), false);
    NoteRows(load, load.getPointerOperand(), load.getType(), false);
    if (llvm::Value* origin = arrays_.OriginOf(load)) origins_[&load] = origin;
    if (!HasPlace(load) || IsOwn(load.getPointerOperand())) return;
    if (load.isAtomic())
      return Atomic(load, load.getPointerOperand(), load.getType(),
                    Ordering(load, load.getOrdering()) | LOCKSTEP_HOW_READS);
    llvm::Value* how = Wide(SizeOf(load.getType()) | Promised(load.getAlign()) | HowOf(load));
    if (load.isVolatile()) Acquire(load, load.getPointerOperand());
    origins_[&load] =
        Call(&load, "__lockstep_check_load", narrow_,
             {SiteOf(load), Plain(&load, load.getPointerOperand()), how, BaseOf(&load, load.getPointerOperand())});
    AskBefore(origins_[&load], asked);
  }

  std::uint64_t HowOf(const llvm::LoadInst& load) const {
    if (first_guesses_.contains(&load)) return LOCKSTEP_HOW_VOLATILE;
    if (!load.isVolatile()) return 0;
    return LOCKSTEP_HOW_VOLATILE | (load.getMetadata(kAwaited) ? 0 : LOCKSTEP_HOW_UNAWAITED);
  }

  // `old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while (assumed != old);` The first value is a
  // guess that the exchange proves or corrects, so its read is in no conflict with other atomics.
  void FindFirstGuesses(llvm::AtomicCmpXchgInst& exchange) {
    llvm::SmallVector<llvm::Value*> open{exchange.getCompareOperand()};
    llvm::SmallPtrSet<llvm::Value*, 8> seen;
    while (!open.empty()) {
      llvm::Value* value = open.pop_back_val();
      if (!seen.insert(value).second) continue;
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value))
        open.append(phi->incoming_values().begin(), phi->incoming_values().end());
      if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) open.push_back(cast->getOperand(0));
      auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
      if (load && load->getPointerOperand()->stripPointerCasts() == exchange.getPointerOperand()->stripPointerCasts())
        first_guesses_.insert(load);
    }
  }

  void VisitStore(llvm::StoreInst& store) {
    const std::size_t asked = decisions_.size();
    Decides(store, store.getPointerOperand());
    NoteLocal(store, store.getPointerOperand(), store.getValueOperand()->getType(), true);
    NoteMember(store, store.getPointerOperand(), store.getValueOperand()->getType(), true);
    NoteRows(store, store.getPointerOperand(), store.getValueOperand()->getType(), true);
    arrays_.NoteStore(store, OriginOf(store.getValueOperand()));
    if (!HasPlace(store) || IsOwn(store.getPointerOperand())) return;
    llvm::Type* type = store.getValueOperand()->getType();
    if (store.isAtomic())
      return Atomic(store, store.getPointerOperand(), type, Ordering(store, store.getOrdering()) | LOCKSTEP_HOW_WRITES);
    llvm::Value* value = AsBits(&store, store.getValueOperand());
    const std::uint64_t flags = (store.isVolatile() ? LOCKSTEP_HOW_VOLATILE : 0) | (value ? LOCKSTEP_HOW_VALUE : 0);
    AskBefore(Call(&store, "__lockstep_check_store", llvm::Type::getVoidTy(function_.getContext()),
                   {SiteOf(store), Plain(&store, store.getPointerOperand()),
                    Wide(SizeOf(type) | Promised(store.getAlign()) | flags), BaseOf(&store, store.getPointerOperand()),
                    value ? value : Wide(0), OriginOf(store.getValueOperand())}),
              asked);
  }

  void Atomic(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, std::uint64_t flags) {
    const std::size_t asked = decisions_.size();
    Decides(at, address);
    NoteRows(at, address, type, flags & LOCKSTEP_HOW_WRITES);
    if (!HasPlace(at) || IsOwn(address)) return;
    if (at.getMetadata(kBlockScope)) flags |= LOCKSTEP_HOW_IN_BLOCK;
    if (!at.getMetadata(kAwaited)) flags |= LOCKSTEP_HOW_UNAWAITED;
    AskBefore(Call(&at, "__lockstep_check_atomic", llvm::Type::getVoidTy(function_.getContext()),
                   {SiteOf(at), Plain(&at, address),
                    Wide(SizeOf(type) | Promised(llvm::Align(llvm::PowerOf2Ceil(SizeOf(type)))) | flags),
                    BaseOf(&at, address)}),
              asked);
    if (flags & LOCKSTEP_HOW_READS) Acquire(at, address);
  }

  void VisitCopy(llvm::AnyMemTransferInst& copy) {
    arrays_.NoteCopy(copy);
    if (!HasPlace(copy)) return;
    const bool reads = !IsOwn(copy.getRawSource()), writes = !IsOwn(copy.getRawDest());
    llvm::IRBuilder<> build(&copy);
    if (reads != writes && CopyLocal(build, copy, reads)) return;
    llvm::Value* size = build.CreateZExtOrTrunc(copy.getLength(), wide_);
    llvm::Value *null = llvm::ConstantPointerNull::get(pointer_), *site = SiteOf(copy);
    llvm::Value *to = Plain(&copy, copy.getRawDest()), *from = Plain(&copy, copy.getRawSource());
    if (reads || writes)
      Call(&copy, "__lockstep_check_copy", build.getVoidTy(), {site, writes ? to : null, reads ? from : null, size});
  }

  // Between memory that others see and an array that has a shadow here. False where it has none.
  bool CopyLocal(llvm::IRBuilder<>& build, llvm::AnyMemTransferInst& copy, bool reads) {
    const LocalArrays::Shadow shadow = arrays_.ShadowAt(build, reads ? copy.getRawDest() : copy.getRawSource());
    if (!shadow.mark) return false;
    llvm::Value* other = Plain(&copy, reads ? copy.getRawSource() : copy.getRawDest());
    Call(&copy, reads ? "__lockstep_check_copy_in" : "__lockstep_check_copy_out", build.getVoidTy(),
         {SiteOf(copy), other, build.CreateZExtOrTrunc(copy.getLength(), wide_), shadow.mark, shadow.origin});
    return true;
  }

  void VisitFill(llvm::AnyMemSetInst& fill) {
    arrays_.NoteFill(fill);
    if (!HasPlace(fill) || IsOwn(fill.getRawDest())) return;
    llvm::IRBuilder<> build(&fill);
    Call(&fill, "__lockstep_check_fill", build.getVoidTy(),
         {SiteOf(fill), Plain(&fill, fill.getRawDest()), build.CreateZExtOrTrunc(fill.getLength(), wide_)});
  }

  // --- local arrays

  // An access to a local variable whose index is only known when it is done.
  void NoteLocal(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0)));
    if (!local || !HasPlace(at) || local->isArrayAllocation()) return;
    const llvm::DataLayout& layout = module_.getDataLayout();
    const std::uint64_t size = SizeOf(type), whole = arrays_.SizeOf(*local);
    llvm::APInt offset(64, 0);
    const bool known = address->stripAndAccumulateConstantOffsets(layout, offset, true) == local;
    if (size > whole || (known && offset.sge(0) && offset.sle(whole - size))) return;
    locals_.push_back({&at, address, local, size, whole, writes});
  }

  void CheckLocal(const LocalAccess& access) {
    llvm::IRBuilder<> build(access.at);
    llvm::Value* offset = arrays_.Offset(build, access.address, *access.local);
    if (!offset)
      offset = build.CreateSub(build.CreatePtrToInt(access.address, wide_), build.CreatePtrToInt(access.local, wide_));
    llvm::Value* is_outside = build.CreateICmpUGT(offset, Wide(access.local_size - access.size));
    llvm::MDNode* rarely = llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights();
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_outside, access.at, false, rarely);
    llvm::Value* variable = llvm::ConstantPointerNull::get(pointer_);
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(access.local))
      if (!IsLibraryFile(record->getVariable()->getFile())) variable = tables_.VariableRow(record->getVariable());
    const std::uint64_t how = access.size | (access.writes ? LOCKSTEP_HOW_WRITES : 0);
    Call(then, "__lockstep_check_local", build.getVoidTy(),
         {SiteOf(*access.at), Plain(then, access.address), Wide(how), access.local, Wide(access.local_size), variable});
  }

  // --- arrays that are members of structs

  struct MemberAccess {
    llvm::Instruction* at;
    llvm::Value *address, *member;
    llvm::Value*
        index;  // of an array of `member_size` elements; null: the address tells, and `member_size` is in bytes
    std::uint64_t size, member_size;
    std::string name;  // and where the access is instead
    bool writes;
  };
  static constexpr char kElsewhereInStruct[] = ", in another part of the struct";

  // How the address was computed from another; a step to a first member is one, though it moves nowhere.
  static llvm::GEPOperator* StepTo(llvm::Value* address) {
    while (auto* cast = llvm::dyn_cast<llvm::CastInst>(address)) address = cast->getOperand(0);
    return llvm::dyn_cast<llvm::GEPOperator>(address);
  }

  // An access by an index that is only known when it is done, into an array that is a member. An array at the end of a
  // struct may be meant as the beginning of a longer one.
  void NoteMember(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
    if (!HasPlace(at)) return;
    bool varies = false;
    for (llvm::GEPOperator* step = StepTo(address); step; step = StepTo(step->getPointerOperand())) {
      llvm::StructType* parent = nullptr;
      unsigned index = 0;
      if (varies && IsMember(*step, parent, index)) {
        auto* array = llvm::dyn_cast<llvm::ArrayType>(parent->getElementType(index));
        const std::uint64_t whole = array ? module_.getDataLayout().getTypeAllocSize(array).getFixedValue() : 0,
                            size = SizeOf(type);
        if (array && size <= whole && index + 1 < parent->getNumElements())
          members_.push_back({.at = &at,
                              .address = address,
                              .member = step,
                              .index = nullptr,
                              .size = size,
                              .member_size = whole,
                              .name = MemberName(module_, *parent, index) + kElsewhereInStruct,
                              .writes = writes});
        return;
      }
      varies |= !step->hasAllConstantIndices();
    }
  }

  // Whether the step ends at a member of a struct.
  static bool IsMember(llvm::GEPOperator& step, llvm::StructType*& parent, unsigned& index) {
    if (step.getNumIndices() < 2) return false;
    llvm::Type* type = step.getSourceElementType();
    for (auto at = step.idx_begin() + 1; at != step.idx_end(); ++at) {
      parent = llvm::dyn_cast<llvm::StructType>(type);
      auto* constant = llvm::dyn_cast<llvm::ConstantInt>(*at);
      if (parent && !constant) return false;
      index = parent ? static_cast<unsigned>(constant->getZExtValue()) : 0;
      type = parent ? parent->getElementType(index) : type->isArrayTy() ? type->getArrayElementType() : nullptr;
      if (!type) return false;
    }
    return parent;
  }

  // Subscripts of arrays whose size the type tells: rows of larger arrays, members of structs. A variable as a whole
  // has bounds of its own; row 0 by name may be meant as all rows in a line, and an array of one element as the
  // beginning of a longer one.
  void NoteRows(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
    if (!HasPlace(at)) return;
    for (llvm::GEPOperator* step = StepTo(address); step; step = StepTo(step->getPointerOperand())) {
      auto* array = llvm::dyn_cast<llvm::ArrayType>(step->getSourceElementType());
      if (!array || array->getNumElements() < 2 || step->getNumIndices() != 2 || !IsZero(step->getOperand(1))) continue;
      llvm::Value* index = step->getOperand(2);
      auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
      if (constant && constant->getValue().ult(array->getNumElements())) continue;
      const std::string name = RowName(*step, *array);
      if (name.empty()) continue;
      members_.push_back({.at = &at,
                          .address = address,
                          .member = step->getPointerOperand(),
                          .index = index,
                          .size = SizeOf(type),
                          .member_size = array->getNumElements(),
                          .name = name,
                          .writes = writes});
    }
  }

  static bool IsZero(const llvm::Value* value) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
    return constant && constant->isZero();
  }

  // What people call the array that the step goes into; empty where it is a variable as a whole, or may be meant as
  // one.
  std::string RowName(llvm::GEPOperator& step, llvm::ArrayType& array) {
    llvm::Value* from = step.getPointerOperand();
    while (auto* cast = llvm::dyn_cast<llvm::CastInst>(from)) from = cast->getOperand(0);
    llvm::GEPOperator* before = StepTo(from);
    llvm::StructType* parent = nullptr;
    unsigned index = 0;
    if (before && IsMember(*before, parent, index)) return MemberName(module_, *parent, index) + kElsewhereInStruct;
    if (before) {
      const bool is_row = before->getSourceElementType() == &array ||
                          (before->getSourceElementType()->isArrayTy() && !IsZero(*std::prev(before->idx_end())));
      return is_row ? "a row" + OfVariable(*before) + ", in another row" : "";
    }
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(from)) {
      if (!local->getAllocatedType()->isStructTy()) return "";
      return FirstMember(local->getAllocatedType(), array);
    }
    if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(StripSpaces(from)))
      return global->getValueType()->isStructTy() ? FirstMember(global->getValueType(), array) : "";
    return "an array of " + std::to_string(array.getNumElements()) + " elements";
  }

  static llvm::Value* StripSpaces(llvm::Value* value) { return value->stripPointerCasts(); }

  // A step to a first member moves nowhere, and leaves no trace where the struct is a variable.
  std::string FirstMember(llvm::Type* type, llvm::ArrayType& array) {
    while (auto* parent = llvm::dyn_cast<llvm::StructType>(type)) {
      if (parent->getNumElements() == 0) return "";
      type = parent->getElementType(0);
      if (type == &array) return MemberName(module_, *parent, 0) + kElsewhereInStruct;
    }
    return "";
  }

  std::string OfVariable(llvm::GEPOperator& step) {
    llvm::Value* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(&step, 0));
    if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      llvm::SmallVector<llvm::DIGlobalVariableExpression*> known;
      global->getDebugInfo(known);
      if (!known.empty()) return " of `" + known.front()->getVariable()->getName().str() + "`";
    }
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(base))
      for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(local))
        return " of `" + record->getVariable()->getName().str() + "`";
    return "";
  }

  void CheckMember(const MemberAccess& access) {
    llvm::IRBuilder<> build(access.at);
    llvm::Value* is_outside = nullptr;
    if (access.index) {
      is_outside = build.CreateICmpUGE(build.CreateSExtOrTrunc(access.index, wide_), Wide(access.member_size));
    } else {
      llvm::Value* offset =
          build.CreateSub(build.CreatePtrToInt(access.address, wide_), build.CreatePtrToInt(access.member, wide_));
      is_outside = build.CreateICmpUGT(offset, Wide(access.member_size - access.size));
    }
    llvm::MDNode* rarely = llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights();
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_outside, access.at, false, rarely);
    const std::uint64_t how = access.size | (access.writes ? LOCKSTEP_HOW_WRITES : 0);
    Call(then, "__lockstep_check_member", build.getVoidTy(),
         {SiteOf(*access.at), Plain(then, access.address), Wide(how), Plain(then, access.member),
          Wide(access.index ? 0 : access.member_size), build.CreateGlobalString(access.name)});
  }

  // An exchange whose old value nobody looks at only writes.
  static std::uint64_t Reads(const llvm::AtomicRMWInst& atomic) {
    return atomic.getOperation() == llvm::AtomicRMWInst::Xchg && atomic.use_empty() ? 0 : LOCKSTEP_HOW_READS;
  }

  // What others gave away before is known once the read is done.
  void Acquire(llvm::Instruction& read, llvm::Value* address) {
    llvm::Instruction* next = read.getNextNode();
    Call(next, "__lockstep_check_acquire", llvm::Type::getVoidTy(function_.getContext()), {Plain(next, address)});
  }

  // --- arguments of hooks

  static std::uint64_t Promised(llvm::Align alignment) {
    return std::uint64_t{llvm::Log2(alignment)} << LOCKSTEP_HOW_ALIGNMENT;
  }

  // A parameter of the kernel as the launch passed it, or a variable; null where it is not plain which it is.
  llvm::Value* BaseOf(llvm::Instruction* at, llvm::Value* address) {
    auto* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0));
    if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) return Plain(at, global);
    auto* load = llvm::dyn_cast<llvm::LoadInst>(base);
    if (load && IsStorageOfParameter(llvm::getUnderlyingObject(load->getPointerOperand(), 0))) return Plain(at, base);
    return llvm::ConstantPointerNull::get(pointer_);
  }

  llvm::Value* Plain(llvm::Instruction* at, llvm::Value* address) {
    if (address->getType() == pointer_) return address;
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(address))
      return llvm::ConstantExpr::getAddrSpaceCast(constant, pointer_);
    return llvm::IRBuilder<>(at).CreateAddrSpaceCast(address, pointer_);
  }

  // What a store of at most 8 bytes stores, as a number; null for other types.
  llvm::Value* AsBits(llvm::Instruction* at, llvm::Value* value) {
    llvm::IRBuilder<> build(at);
    llvm::Type* type = value->getType();
    if (type->isPointerTy()) return build.CreatePtrToInt(value, wide_);
    const std::uint64_t bits = module_.getDataLayout().getTypeSizeInBits(type);
    if (bits > 64 || !(type->isIntegerTy() || type->isFloatingPointTy() || type->isVectorTy())) return nullptr;
    if (type->isVectorTy() && type->getScalarType()->isPointerTy()) return nullptr;
    return build.CreateZExt(build.CreateBitCast(value, build.getIntNTy(static_cast<unsigned>(bits))), wide_);
  }

  std::uint64_t SizeOf(llvm::Type* type) const { return module_.getDataLayout().getTypeStoreSize(type); }
  llvm::Constant* Wide(std::uint64_t value) const { return llvm::ConstantInt::get(wide_, value); }

  llvm::Value* SiteOf(llvm::Instruction& instruction) {
    return tables_.Site(PlaceInProgram(instruction.getDebugLoc().get()), orders_.lookup(instruction.getParent()));
  }

  llvm::Value* Call(llvm::Instruction* before, llvm::StringRef hook, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::IRBuilder<> build(before);
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    return build.CreateCall(module_.getOrInsertFunction(hook, llvm::FunctionType::get(result, types, false)),
                            arguments);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  UnitTables& tables_;
  const BlockOrders& orders_;
  LocalArrays arrays_;
  llvm::Type *narrow_, *wide_;
  llvm::PointerType* pointer_;
  llvm::Constant* good_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> origins_;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
  std::vector<Decision> decisions_;
  std::vector<LocalAccess> locals_;
  std::vector<MemberAccess> members_;
  std::vector<llvm::CallBase*> calls_;
  llvm::SmallPtrSet<const llvm::LoadInst*, 4> first_guesses_;
};

}  // namespace

void InsertCheckHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders) {
  CheckHooks(function, tables, orders).Insert();
}

}  // namespace lockstep
