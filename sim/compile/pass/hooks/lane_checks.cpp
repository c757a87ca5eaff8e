#include "sim/compile/pass/hooks/lane_checks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/part_bounds.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/unwritten_locals.h"
#include "sim/compile/pass/language/undefined_hooks.h"
#include "sim/compile/pass/unit/call_graph.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

// Of a variable that is set before it is used.
bool IsUnusedMark(const llvm::CallBase& call) { return call.use_empty() && IsUnwrittenValue(call); }

bool IsPlainCall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.isInlineAsm()) return false;
  if (UndefinedHooks::IsConditional(call) || IsUnusedMark(call)) return true;
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return intrinsic->isAssumeLikeIntrinsic() || !intrinsic->mayReadOrWriteMemory();
  return StateFieldOf(*callee) != kStateFields || CallGraph::DependsOnArgumentsOnly(*callee);
}

class LaneChecks : HookArguments {
 public:
  LaneChecks(llvm::Function& body, UnitTables& tables, const BlockOrders& orders, DeclaredTypes& declared,
             StructPadding& padding)
      : HookArguments(body, tables, orders), body_(body), declared_(declared), padding_(padding) {}

  bool IsPossible() {
    return llvm::all_of(llvm::instructions(body_), [&](llvm::Instruction& each) { return IsPossible(each); });
  }

  void Mark() {
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(body_))
      if (IsChecked(instruction)) accesses.push_back(&instruction);
    for (llvm::Instruction* access : accesses) MarkAccess(*access);
    MarkRounds();
  }

  void Unmark() {
    for (llvm::CallInst* mark : marks_) mark->eraseFromParent();
  }

 private:
  static llvm::Value* AddressOf(llvm::Instruction& access) { return llvm::getLoadStorePointerOperand(&access); }
  static bool IsChecked(llvm::Instruction& instruction) {
    llvm::Value* address = AddressOf(instruction);
    return address && HasPlace(instruction) && !IsOwn(address);
  }

  bool IsPossible(llvm::Instruction& instruction) {
    if (llvm::isa<llvm::AllocaInst, llvm::InvokeInst>(instruction)) return false;
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return IsPlainCall(*call);
    if (AddressOf(instruction)) return IsPossibleAccess(instruction);
    return !instruction.mayReadOrWriteMemory();
  }

  bool IsPossibleAccess(llvm::Instruction& access) {
    const bool writes = llvm::isa<llvm::StoreInst>(access);
    if (!IsChecked(access)) return !writes;
    if (access.isAtomic() || access.isVolatile()) return false;
    const std::uint64_t size = SizeOf(llvm::getLoadStoreType(&access));
    if (size > 16 || !llvm::isPowerOf2_64(size) ||
        !PartsOf(body_.getDataLayout(), declared_, AddressOf(access), size).empty())
      return false;
    llvm::IRBuilder<> build(&access);
    return !writes || padding_.WrittenWith(build, AddressOf(access), size).empty();
  }

  void MarkAccess(llvm::Instruction& access) {
    llvm::Value* address = AddressOf(access);
    llvm::Value* how = Wide(SizeOf(llvm::getLoadStoreType(&access)) | Promised(llvm::getLoadStoreAlignment(&access)));
    marks_.push_back(CallHook(&access, llvm::isa<llvm::StoreInst>(access) ? kLaneStore : kLaneLoad,
                              {SiteOf(access), Plain(&access, address), how, BaseOf(&access, address)}));
  }

  void MarkRounds() {
    llvm::DominatorTree dominators(body_);
    llvm::LoopInfo loops(dominators);
    llvm::SmallVector<llvm::BasicBlock*> latches;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) marks_.push_back(CallHook(latch->getTerminator(), kLaneRound, {}));
  }

  llvm::Function& body_;
  DeclaredTypes& declared_;
  StructPadding& padding_;
  std::vector<llvm::CallInst*> marks_;
};

void ReplaceMarks(llvm::Function& copy) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(copy))) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !(IsUnusedMark(*call) || UndefinedHooks::IsConditional(*call))) continue;
    if (!IsUnusedMark(*call)) CallHook(call, kLaneDoubt, {call->getArgOperand(0)});
    call->eraseFromParent();
  }
}

}  // namespace

llvm::Function* CopyForLanes(const KernelBody& body, UnitTables& tables, const BlockOrders& orders,
                             DeclaredTypes& declared, StructPadding& padding) {
  LaneChecks checks(*body.function, tables, orders, declared, padding);
  if (!checks.IsPossible()) return nullptr;
  // Marked before it is copied, so that both forms of the kernel have the same sites.
  checks.Mark();
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(body.function, map);
  copy->setName(body.name + ".lanes");
  checks.Unmark();
  llvm::stripDebugInfo(*copy);
  for (llvm::Instruction& instruction : llvm::instructions(*copy)) instruction.dropDbgRecords();
  ReplaceMarks(*copy);
  return copy;
}

}  // namespace lockstep::pass
