#include "sim/compile/pass/hooks/explain_hooks.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/local_arrays.h"
#include "sim/compile/pass/hooks/local_memory.h"
#include "sim/compile/pass/hooks/played_checks.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/explain.h"

namespace lockstep::pass {
namespace {

constexpr std::uint64_t kMostBytes = 16;
constexpr std::uint64_t kDeviceAlignment = 256;
// Fills and copies of local arrays go word by word, as their elements usually do.
constexpr std::uint64_t kLocalWord = 4;
// Odd, so that contexts of different iterations stay different.
constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15u;

// The calls of which each fetch makes one (sim/toolkit/texture_indirect_functions.h).
bool IsFetch(llvm::StringRef callee) {
  return callee == "__lockstep_texture_element" || callee == "__lockstep_texture_sample" ||
         callee == "__lockstep_texture_gather";
}

// Fetches from textures are no requests for global memory.
bool IsFetched(const llvm::Value* address) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(llvm::getUnderlyingObject(address, 0));
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__lockstep_texture");
}

// Host code that plays a kernel.
struct Played {
  llvm::ArrayRef<llvm::CallBase*> marks;
};

class ExplainHooks : HookArguments {
 public:
  ExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders, unsigned& next_number,
               std::optional<Played> played)
      : HookArguments(function, tables, orders),
        function_(function),
        module_(*function.getParent()),
        next_number_(next_number),
        played_(played),
        dominators_(function),
        loops_(dominators_),
        local_memory_(played ? LocalMemory() : LocalMemoryOf(function, loops_)),
        wide_(llvm::Type::getInt64Ty(function.getContext())) {}

  void Insert() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& instruction : block) instructions.push_back(&instruction);
    NumberRounds();
    for (llvm::BasicBlock& block : function_) JoinPieces(block);
    for (llvm::Instruction* instruction : instructions) Visit(*instruction);
    for (llvm::Instruction* instruction : instructions) VisitLine(*instruction);
    for (llvm::BasicBlock& block : function_) CountOperations(block);
  }

 private:
  // The read (0) or the write (1) of an instruction.
  using Side = llvm::PointerIntPair<const llvm::Instruction*, 1, bool>;
  struct Piece {
    Side access;
    std::int64_t offset;
    std::uint64_t size, alignment;
  };

  bool IsNoSharedMemory(const llvm::Value* address) const {
    return played_ ? IsPlainVariable(address) : IsOwn(address) || IsFetched(address);
  }

  // --- contexts

  llvm::Value* ContextOf(const llvm::BasicBlock* block) {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    return loop ? rounds_.lookup(loop) : entered_;
  }

  void NumberRounds() {
    llvm::IRBuilder<> build(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (played_ && !played_->marks.empty())
      entered_ = Wide(0);
    else
      entered_ = build.CreateCall(
          module_.getOrInsertFunction("__lockstep_explain_enter", llvm::FunctionType::get(wide_, false)));
    for (llvm::Loop* loop : loops_.getLoopsInPreorder())
      if (BeginsThreads(*loop))
        rounds_[loop] = entered_;
      else
        NumberRounds(*loop);
  }

  bool BeginsThreads(const llvm::Loop& loop) const {
    return played_ && llvm::any_of(played_->marks, [&](const llvm::CallBase* mark) { return loop.contains(mark); });
  }

  void NumberRounds(llvm::Loop& loop) {
    llvm::BasicBlock* header = loop.getHeader();
    auto* round = llvm::PHINode::Create(wide_, 2, "", header->begin());
    rounds_[&loop] = round;
    llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> known;
    for (llvm::BasicBlock* before : llvm::predecessors(header)) {
      llvm::Value*& value = known[before];
      llvm::IRBuilder<> build(before->getTerminator());
      if (!value && loop.contains(before))
        value = build.CreateAdd(build.CreateMul(round, Wide(kSpread)), Wide(1));
      else if (!value)
        value = Mixed(build, loop.getParentLoop() ? rounds_.lookup(loop.getParentLoop()) : entered_, ++next_number_);
      round->addIncoming(value, before);
    }
  }

  llvm::Value* Mixed(llvm::IRBuilderBase& build, llvm::Value* context, std::uint64_t number) {
    return build.CreateXor(build.CreateMul(context, Wide(kSpread)), Wide(number * 0xff51afd7ed558ccdu + 1));
  }

  // --- accesses

  // The alignment that the address promises, by the array and the index. Where an array's cell is cast to a float4, the
  // access has the cell's alignment only; and LLVM does not look through the change of a shared array's address space.
  llvm::Align AlignmentOf(const llvm::Value* address) const {
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(address))
      return AlignmentOf(cast->getPointerOperand());
    const llvm::DataLayout& layout = module_.getDataLayout();
    const auto* step = llvm::dyn_cast<llvm::GEPOperator>(address);
    llvm::MapVector<llvm::Value*, llvm::APInt> indices;
    llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
    if (!step || !step->collectOffset(layout, offset.getBitWidth(), indices, offset))
      return address->getPointerAlignment(layout);
    unsigned zeros = std::min(llvm::Log2(AlignmentOf(step->getPointerOperand())), offset.countr_zero());
    for (const auto& [index, size] : indices)
      zeros = std::min(zeros, llvm::computeKnownBits(index, layout).countMinTrailingZeros() + size.countr_zero());
    return llvm::Align(std::uint64_t{1} << zeros);
  }

  // The pieces of one access of the source are in one block and have the same place and base.
  void JoinPieces(llvm::BasicBlock& block) {
    using Whole = std::pair<const llvm::DILocation*, llvm::PointerIntPair<const llvm::Value*, 1, bool>>;
    llvm::MapVector<Whole, std::vector<Piece>> wholes;
    const auto add = [&](const Side& side, const llvm::Value* address, std::uint64_t size, llvm::Align alignment) {
      if (IsNoSharedMemory(address)) return;
      llvm::APInt offset(64, 0);
      const llvm::Value* base = address->stripAndAccumulateConstantOffsets(module_.getDataLayout(), offset, true);
      wholes[{side.getPointer()->getDebugLoc().get(), {base, side.getInt()}}].push_back(
          {side, offset.getSExtValue(), size, std::max(alignment, AlignmentOf(address)).value()});
    };
    for (llvm::Instruction& instruction : block) {
      if (!HasPlace(instruction) || instruction.isAtomic() || instruction.isVolatile()) continue;
      if (const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction))
        add({&instruction, llvm::isa<llvm::StoreInst>(instruction)}, address,
            SizeOf(llvm::getLoadStoreType(&instruction)), llvm::getLoadStoreAlignment(&instruction));
      // The remainder of a copy that was split.
      auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction);
      auto* length = copy ? llvm::dyn_cast<llvm::ConstantInt>(copy->getLength()) : nullptr;
      if (!length) continue;
      add({copy, false}, copy->getRawSource(), length->getZExtValue(), copy->getSourceAlign().valueOrOne());
      add({copy, true}, copy->getRawDest(), length->getZExtValue(), copy->getDestAlign().valueOrOne());
    }
    for (auto& [whole, pieces] : wholes) Join(pieces);
  }

  void Join(std::vector<Piece>& pieces) {
    llvm::sort(pieces, [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
    for (std::size_t first = 0; first < pieces.size();) {
      std::size_t end = first + 1;
      for (std::uint64_t size = kMostBytes; size > pieces[first].size && end == first + 1; size /= 2)
        if (pieces[first].alignment >= size) end = EndOfRun(pieces, first, size);
      const Piece& last = pieces[end - 1];
      sizes_[pieces[first].access] = static_cast<std::uint64_t>(last.offset - pieces[first].offset) + last.size;
      for (std::size_t i = first + 1; i < end; ++i) sizes_[pieces[i].access] = 0;
      first = end;
    }
  }

  // The end of the pieces from `first` on that fill exactly `size` bytes; one past the first if they do not.
  static std::size_t EndOfRun(const std::vector<Piece>& pieces, std::size_t first, std::uint64_t size) {
    std::int64_t at = pieces[first].offset;
    const std::int64_t end = at + static_cast<std::int64_t>(size);
    for (std::size_t i = first; i < pieces.size() && pieces[i].offset == at; ++i) {
      at += static_cast<std::int64_t>(pieces[i].size);
      if (at == end) return i + 1;
    }
    return first + 1;
  }

  void Visit(llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && !llvm::isa<llvm::IntrinsicInst>(call))
      return VisitCall(*call);
    if (!HasPlace(instruction)) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return Access(instruction, load->getPointerOperand(), load->getType(), LOCKSTEP_WHAT_LOAD);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return Access(instruction, store->getPointerOperand(), store->getValueOperand()->getType(), LOCKSTEP_WHAT_STORE);
    if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return Access(instruction, atomic->getPointerOperand(), atomic->getType(), LOCKSTEP_WHAT_ATOMIC);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return Access(instruction, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
                    LOCKSTEP_WHAT_ATOMIC);
    if (auto* copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&instruction)) {
      Copy(*copy, false, copy->getRawSource(), copy->getSourceAlign());
      return Copy(*copy, true, copy->getRawDest(), copy->getDestAlign());
    }
    if (auto* fill = llvm::dyn_cast<llvm::AnyMemSetInst>(&instruction))
      return Stretch(*fill, fill->getRawDest(), fill->getLength(), fill->getDestAlign(), LOCKSTEP_WHAT_STORE);
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction); branch && branch->isConditional())
      return VisitBranch(*branch);
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) VisitSwitch(*choice);
  }

  // The place of the address in a local array that lies in memory; null: it is in none. Counted from the indices: a
  // hook that took the array's address would hide from the checks what is unwritten in it.
  llvm::Value* OffsetInLocalMemory(llvm::Instruction& at, llvm::Value* address) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0));
    if (!local || !local_memory_.contains(local)) return nullptr;
    llvm::IRBuilder<> build(&at);
    return OffsetIn(build, address, *local);
  }

  void LocalAccess(llvm::Instruction& at, llvm::Value* offset, llvm::Value* length, std::uint64_t kind,
                   std::uint64_t step) {
    CallHook(&at, "__lockstep_explain_local",
             {SiteOf(at), offset, length, What(kind, step), ContextOf(at.getParent())});
    NoteReported(at);
  }

  void Access(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, std::uint64_t kind) {
    if (llvm::Value* offset = OffsetInLocalMemory(at, address))
      return LocalAccess(at, offset, Wide(SizeOf(type)), kind, std::min(kMostBytes, SizeOf(type)));
    if (IsNoSharedMemory(address)) return;
    const auto joined = sizes_.find(Side(&at, kind == LOCKSTEP_WHAT_STORE));
    const std::uint64_t size = joined == sizes_.end() ? SizeOf(type) : joined->second;
    if (size == 0) return;
    if (size > kMostBytes) return Stretch(at, address, Wide(size), llvm::Align(kMostBytes), kind);
    CallHook(&at, "__lockstep_explain_access",
             {SiteOf(at), Plain(&at, address), What(kind, size), ContextOf(at.getParent())});
    NoteReported(at);
  }

  // The numbers that stand in the braces of a local array, which the compiler of a device writes into instructions.
  static bool IsInitialValue(const llvm::Value* address) {
    const auto* values = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address, 0));
    return values && values->hasPrivateLinkage() && values->isConstant();
  }

  void Copy(llvm::AnyMemTransferInst& copy, bool writes, llvm::Value* address, llvm::MaybeAlign alignment) {
    if (!writes && IsInitialValue(address)) return;
    const auto joined = sizes_.find(Side(&copy, writes));
    llvm::Value* length = joined == sizes_.end() ? copy.getLength() : Wide(joined->second);
    if (joined == sizes_.end() || joined->second != 0)
      Stretch(copy, address, length, std::max(alignment.valueOrOne(), AlignmentOf(address)),
              writes ? LOCKSTEP_WHAT_STORE : LOCKSTEP_WHAT_LOAD);
  }

  void Stretch(llvm::Instruction& at, llvm::Value* address, llvm::Value* length, llvm::MaybeAlign alignment,
               std::uint64_t kind) {
    llvm::IRBuilder<> build(&at);
    if (llvm::Value* offset = OffsetInLocalMemory(at, address))
      return LocalAccess(at, offset, build.CreateZExtOrTrunc(length, wide_), kind, kLocalWord);
    if (IsNoSharedMemory(address)) return;
    const std::uint64_t step = std::min(kMostBytes, alignment.valueOrOne().value());
    CallHook(&at, "__lockstep_explain_copy",
             {SiteOf(at), Plain(&at, address), build.CreateZExtOrTrunc(length, wide_), What(kind, step),
              ContextOf(at.getParent())});
    NoteReported(at);
  }

  // --- the way that a thread takes

  // Branches of library code do not belong to the program, though they have been inlined into its lines.
  static bool IsOfProgram(const llvm::Instruction& at) { return HasPlace(at) && !IsLibraryCode(at); }

  void VisitBranch(llvm::BranchInst& branch) {
    if (!IsOfProgram(branch)) return;
    llvm::IRBuilder<> build(&branch);
    Branch(branch, build.CreateZExt(branch.getCondition(), wide_));
  }

  void VisitSwitch(llvm::SwitchInst& choice) {
    if (!IsOfProgram(choice)) return;
    llvm::IRBuilder<> build(&choice);
    llvm::DenseMap<llvm::BasicBlock*, std::uint64_t> targets;
    const auto number_of = [&](llvm::BasicBlock* target) {
      return Wide(targets.try_emplace(target, targets.size()).first->second);
    };
    llvm::Value* target = number_of(choice.getDefaultDest());
    for (auto& one : choice.cases())
      target = build.CreateSelect(build.CreateICmpEQ(choice.getCondition(), one.getCaseValue()),
                                  number_of(one.getCaseSuccessor()), target);
    Branch(choice, target);
  }

  void Branch(llvm::Instruction& at, llvm::Value* target) {
    CallHook(&at, "__lockstep_explain_branch",
             {SiteOf(at), target, What(LOCKSTEP_WHAT_BRANCH, 0), ContextOf(at.getParent())});
    NoteReported(at);
  }

  void VisitCall(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee && IsFetch(callee->getName())) CallHook(&call, "__lockstep_explain_fetch", {});
    if (call.isInlineAsm() || (callee && callee->getName().starts_with("__lockstep"))) return;
    llvm::IRBuilder<> build(&call);
    CallHook(&call, "__lockstep_explain_call", {Mixed(build, ContextOf(call.getParent()), ++next_number_)});
  }

  // If no other instruction of a line is reported in a block, its first one stands for the line.
  void VisitLine(llvm::Instruction& at) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::DbgInfoIntrinsic>(at) || at.isTerminator() || at.isEHPad() ||
        !IsOfProgram(at))
      return;
    const auto line = LineOf(at);
    if (reported_.contains(line) || !lines_.insert(line).second) return;
    CallHook(&at, "__lockstep_explain_line", {SiteOf(at), What(LOCKSTEP_WHAT_LINE, 0), ContextOf(at.getParent())});
  }

  using Line = std::pair<const llvm::BasicBlock*, unsigned>;
  static Line LineOf(const llvm::Instruction& at) {
    return {at.getParent(), PlaceInProgram(at.getDebugLoc().get())->getLine()};
  }
  void NoteReported(const llvm::Instruction& at) { reported_.insert(LineOf(at)); }

  // --- arithmetic

  static std::uint64_t NumbersIn(const llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return type->isFPOrFPVectorTy() ? vector ? vector->getNumElements() : 1 : 0;
  }

  static std::uint64_t OperationsOf(const llvm::Instruction& at) {
    if (llvm::isa<llvm::BinaryOperator>(at)) return IsOfProgram(at) ? NumbersIn(at.getType()) : 0;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
    const llvm::Intrinsic::ID which = call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
    const bool is_fused = which == llvm::Intrinsic::fma || which == llvm::Intrinsic::fmuladd;
    return is_fused && (IsOfProgram(at) || IsFusedByName(at)) ? 2 * NumbersIn(at.getType()) : 0;
  }

  // `fmaf(a, b, c)` in the program: functions of the library that are this one instruction, and not those that use it,
  // such as `expf`.
  static bool IsFusedByName(const llvm::Instruction& at) {
    const llvm::DILocation* place = at.getDebugLoc().get();
    for (; place && IsLibraryFile(place->getFile()); place = place->getInlinedAt()) {
      const llvm::DISubprogram* function = place->getScope()->getSubprogram();
      if (!function || !function->getName().contains("fma")) return false;
    }
    return place != nullptr;
  }

  void CountOperations(llvm::BasicBlock& block) {
    std::uint64_t operations = 0;
    for (const llvm::Instruction& instruction : block) operations += OperationsOf(instruction);
    if (operations != 0) CallHook(block.getTerminator(), "__lockstep_explain_operations", {Wide(operations)});
  }

  llvm::Value* What(std::uint64_t kind, std::uint64_t size) {
    return Wide(std::uint64_t{++next_number_} << 32 | kind | size);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  unsigned& next_number_;
  std::optional<Played> played_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  LocalMemory local_memory_;
  llvm::Type* wide_;
  llvm::Value* entered_ = nullptr;
  llvm::DenseMap<const llvm::Loop*, llvm::Value*> rounds_;
  llvm::DenseMap<Side, std::uint64_t> sizes_;  // of joined pieces; 0: part of another
  llvm::DenseSet<Line> reported_, lines_;
};

}  // namespace

void AlignAsOnTheDevice(llvm::GlobalVariable& variable) {
  if (!variable.isDeclaration() && variable.getValueType()->isAggregateType())
    variable.setAlignment(llvm::Align(kDeviceAlignment));
}

void InsertExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                        unsigned& next_number) {
  ExplainHooks(function, tables, orders, next_number, std::nullopt).Insert();
}

void InsertPlayedExplainHooks(llvm::Function& function, UnitTables& tables, const BlockOrders& orders,
                              unsigned& next_number, llvm::ArrayRef<llvm::CallBase*> marks) {
  ExplainHooks(function, tables, orders, next_number, Played{marks}).Insert();
}

}  // namespace lockstep::pass
