#include "sim/compile/pass/hooks/round_hooks.h"

#include <algorithm>
#include <cstddef>

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/hooks/check.h"
#include "sim/hooks/state.h"

namespace lockstep::pass {
namespace {

constexpr std::size_t kMostValues = 64;
constexpr int kMostDepth = 6;

// True if a word can hold it.
bool FitsWord(const llvm::Value& value, const llvm::DataLayout& layout) {
  llvm::Type* type = value.getType();
  if (type->isPointerTy()) return true;
  return (type->isIntegerTy() || type->isFloatingPointTy() || type->isVectorTy()) && !type->isPtrOrPtrVectorTy() &&
         layout.getTypeSizeInBits(type) <= 64;
}

llvm::Value* AsWord(llvm::IRBuilder<>& build, llvm::Value* value) {
  if (value->getType()->isPointerTy()) return build.CreatePtrToInt(value, build.getInt64Ty());
  const llvm::DataLayout& layout = build.GetInsertBlock()->getModule()->getDataLayout();
  llvm::Type* bits = build.getIntNTy(static_cast<unsigned>(layout.getTypeSizeInBits(value->getType())));
  return build.CreateZExt(build.CreateBitCast(value, bits), build.getInt64Ty());
}

// The comparisons of floating-point numbers that the condition is made of.
void FindComparisons(llvm::Value* condition, std::vector<llvm::WeakTrackingVH>& found, int depth = 0) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(condition);
  if (!instruction || depth > kMostDepth) return;
  if (llvm::isa<llvm::FCmpInst>(instruction)) return found.emplace_back(instruction), void();
  if (!llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::CastInst, llvm::ICmpInst, llvm::FreezeInst>(instruction))
    return;
  for (llvm::Value* operand : instruction->operands()) FindComparisons(operand, found, depth + 1);
}

std::vector<llvm::WeakTrackingVH> ComparisonsThatEnd(const llvm::Loop* loop, const llvm::Instruction* at,
                                                     const llvm::DominatorTree& dominators) {
  std::vector<llvm::WeakTrackingVH> found;
  for (; loop; loop = loop->getParentLoop()) {
    llvm::SmallVector<llvm::BasicBlock*> exiting;
    loop->getExitingBlocks(exiting);
    for (llvm::BasicBlock* block : exiting) FindComparisons(block->getTerminator()->getOperand(0), found);
  }
  std::erase_if(found, [&](const llvm::WeakTrackingVH& comparison) {
    return !dominators.dominates(llvm::cast<llvm::Instruction>(comparison), at);
  });
  return found;
}

// The place that names the loop in the source: its own place, which clang keeps with it. What stands in its header
// otherwise may come from before it: the place of a phi is that of the variable's first value.
const llvm::DILocation* PlaceOf(const llvm::Loop& loop) {
  if (const llvm::MDNode* named = loop.getLoopID())
    for (const llvm::MDOperand& part : llvm::drop_begin(named->operands()))
      if (const auto* place = llvm::dyn_cast<llvm::DILocation>(part); place && place->getLine())
        return PlaceInProgram(place);
  for (const llvm::Instruction& instruction : *loop.getHeader())
    if (instruction.getDebugLoc() && instruction.getDebugLoc().getLine())
      return PlaceInProgram(instruction.getDebugLoc().get());
  return nullptr;
}

}  // namespace

RoundHooks::RoundHooks(llvm::Function& function, CallEffects& effects) : function_(function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  // A cycle that is no loop could lead back into a loop that has been left.
  const bool only_loops = !llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops);
  llvm::DenseMap<const llvm::Loop*, EndOfLoop> ends;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const llvm::DILocation* place = PlaceOf(*loop);
    if (!place) continue;
    const llvm::Loop* outermost = loop->getOutermostLoop();
    if (!ends.contains(outermost)) ends[outermost] = EndOf(*outermost, effects);
    const EndOfLoop& end = ends[outermost];
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      BackEdge edge{.at = latch->getTerminator(), .place = place};
      for (llvm::Instruction* value : end.values)
        if (dominators.dominates(value, edge.at)) edge.state.emplace_back(value);
      const bool fits =
          edge.state.size() <= kMostValues &&
          llvm::all_of(edge.state, [&](const llvm::WeakTrackingVH& value) { return FitsWord(*value, layout); });
      const bool known = end.is_known && only_loops && fits;
      if (!known) edge.state.clear();
      edge.how = (known ? LOCKSTEP_ROUND_KNOWN : 0) | (end.reads ? LOCKSTEP_ROUND_READS : 0) |
                 (end.stays ? LOCKSTEP_ROUND_STAYS : 0);
      edge.awaited = ComparisonsThatEnd(loop, edge.at, dominators);
      edges_.push_back(std::move(edge));
    }
  }
}

void RoundHooks::Insert(UnitTables& tables) {
  if (edges_.empty()) return;
  std::size_t most = 0;
  for (const BackEdge& edge : edges_) most = std::max(most, edge.state.size());
  llvm::AllocaInst* room = MakeRoom(most);
  std::uint64_t number = 0;
  for (const BackEdge& edge : edges_) Insert(edge, number++, room, tables);
}

// The runtime's words, the values, and those that the runtime keeps.
llvm::AllocaInst* RoundHooks::MakeRoom(std::size_t values) const {
  llvm::IRBuilder<> build(&function_.getEntryBlock(), function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::AllocaInst* room =
      build.CreateAlloca(llvm::ArrayType::get(build.getInt64Ty(), LOCKSTEP_ROUND_VALUES + 2 * values));
  build.CreateStore(build.getInt64(0), room);
  return room;
}

void RoundHooks::Insert(const BackEdge& edge, std::uint64_t number, llvm::AllocaInst* room, UnitTables& tables) const {
  llvm::IRBuilder<> build(edge.at);
  llvm::Value* left = build.CreateConstInBoundsGEP1_64(
      build.getInt8Ty(), LoadCurrentThread(build, *function_.getParent()), offsetof(LockstepThread, rounds_left));
  llvm::Value* rest = build.CreateSub(build.CreateLoad(build.getInt64Ty(), left), build.getInt64(1));
  build.CreateStore(rest, left);
  llvm::Instruction* then = BeginRareBlock(build.CreateICmpEQ(rest, build.getInt64(0)), edge.at);
  llvm::IRBuilder<> slow(then);
  std::uint64_t how = edge.how | (number & 0xffff) << LOCKSTEP_ROUND_LOOP;
  if (llvm::any_of(edge.state, [](const llvm::WeakTrackingVH& value) { return !value.pointsToAliveValue(); }))
    how &= ~LOCKSTEP_ROUND_KNOWN;
  std::uint64_t count = 0;
  for (llvm::Value* value : edge.state)
    if (how & LOCKSTEP_ROUND_KNOWN)
      slow.CreateStore(AsWord(slow, value),
                       slow.CreateConstInBoundsGEP1_64(slow.getInt64Ty(), room, LOCKSTEP_ROUND_VALUES + count++));
  llvm::Value* flags = slow.getInt64(how | count);
  for (llvm::Value* awaited : edge.awaited)
    if (auto* comparison = llvm::dyn_cast_or_null<llvm::FCmpInst>(awaited);
        comparison && !comparison->getType()->isVectorTy()) {
      llvm::Value* unordered = slow.CreateFCmpUNO(comparison->getOperand(0), comparison->getOperand(1));
      flags = slow.CreateOr(flags, slow.CreateSelect(unordered, slow.getInt64(LOCKSTEP_ROUND_NAN), slow.getInt64(0)));
    }
  slow.CreateCall(function_.getParent()->getOrInsertFunction("__lockstep_check_rounds", slow.getVoidTy(),
                                                             slow.getPtrTy(), slow.getPtrTy(), slow.getInt64Ty()),
                  {tables.Site(edge.place, 0), room, flags});
}

}  // namespace lockstep::pass
