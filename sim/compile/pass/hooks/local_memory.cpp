#include "sim/compile/pass/hooks/local_memory.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lockstep::pass {
namespace {

bool HasUnrollPragma(const llvm::Loop& loop) {
  return llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.enable") ||
         llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.full");
}

// Which values are known when the function is compiled.
class KnownValues {
 public:
  explicit KnownValues(const llvm::LoopInfo& loops) : loops_(loops) {}

  bool Has(const llvm::Value* value) {
    seen_.clear();
    return IsKnown(value);
  }

 private:
  // All that a value depends on must be known, so one that has been met need not be followed again: a counter depends
  // on itself.
  bool IsKnown(const llvm::Value* value) {
    if (llvm::isa<llvm::Constant>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && (!seen_.insert(instruction).second || Judge(*instruction));
  }

  bool Judge(const llvm::Instruction& instruction) {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return IsKnownCounter(*phi);
    if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(instruction)) return false;
    return llvm::all_of(instruction.operands(), [&](const llvm::Use& use) { return IsKnown(use.get()); });
  }

  bool IsKnownCounter(const llvm::PHINode& phi) {
    const llvm::Loop* loop = loops_.getLoopFor(phi.getParent());
    if (!loop || loop->getHeader() != phi.getParent() || !HasUnrollPragma(*loop)) return false;
    if (!llvm::all_of(phi.incoming_values(), [&](const llvm::Use& use) { return IsKnown(use.get()); })) return false;
    llvm::SmallVector<llvm::BasicBlock*, 4> ends;
    loop->getExitingBlocks(ends);
    return llvm::all_of(ends, [&](const llvm::BasicBlock* end) {
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(end->getTerminator());
      return branch && (!branch->isConditional() || IsKnown(branch->getCondition()));
    });
  }

  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen_;
};

bool IsKnownPlace(const llvm::Value* address, KnownValues& known) {
  const auto* element = llvm::dyn_cast<llvm::GEPOperator>(address);
  if (!element) return llvm::isa<llvm::AllocaInst>(address);
  return llvm::all_of(element->indices(), [&](const llvm::Use& index) { return known.Has(index.get()); }) &&
         IsKnownPlace(element->getPointerOperand(), known);
}

}  // namespace

LocalMemory LocalMemoryOf(llvm::Function& function, const llvm::LoopInfo& loops) {
  LocalMemory found;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
      const auto* local = address ? llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address, 0)) : nullptr;
      if (!local || found.contains(local)) continue;
      KnownValues known(loops);
      if (!IsKnownPlace(address, known)) found.insert(local);
    }
  }
  return found;
}

}  // namespace lockstep::pass
