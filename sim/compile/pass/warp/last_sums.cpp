#include "sim/compile/pass/warp/last_sums.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/warp/operations.h"

namespace lockstep::pass::warp {
namespace {

constexpr const char* kMark = "lockstep.last";

bool IsUnseenSum(const llvm::Instruction& instruction) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  return atomic && atomic->use_empty() && !atomic->isVolatile() && atomic->getPointerAddressSpace() == 0 &&
         (atomic->getOperation() == llvm::AtomicRMWInst::Add || atomic->getOperation() == llvm::AtomicRMWInst::FAdd);
}

bool IsInShared(const llvm::Instruction& instruction, const WarpBody& body) {
  auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
  const llvm::Value* object = atomic ? llvm::getUnderlyingObject(atomic->getPointerOperand(), 0) : nullptr;
  return object && (object == body.State(kShared) || object == body.State(kDynamicShared));
}

// True if a thread may learn by the instruction what other threads have done before the kernel ends.
bool Listens(const llvm::Instruction& instruction, const WarpBody& body) {
  if (instruction.isVolatile()) return true;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const Operation operation = OperationOf(*call);
    const bool is_other =
        operation == Operation::kNone || operation == Operation::kOfThread || operation == Operation::kUnknown;
    return is_other && call->mayReadFromMemory() && !IsHint(*call);
  }
  return instruction.isAtomic() && !llvm::isa<llvm::FenceInst>(instruction) && !IsUnseenSum(instruction) &&
         !IsInShared(instruction, body);
}

bool ReadsAnything(const llvm::Instruction& instruction) {
  return instruction.mayReadFromMemory() && !IsHint(instruction) && !IsUnseenSum(instruction);
}

bool IsLast(const llvm::Instruction& sum) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  llvm::SmallVector<const llvm::BasicBlock*> open(llvm::successors(sum.getParent()));
  for (const llvm::Instruction* next = sum.getNextNode(); next; next = next->getNextNode())
    if (ReadsAnything(*next)) return false;
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (llvm::any_of(*block, ReadsAnything)) return false;
    open.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
  return true;
}

const char* NameOf(const llvm::Type& type) {
  if (type.isFloatTy()) return "__lockstep_add_later_f32";
  if (type.isDoubleTy()) return "__lockstep_add_later_f64";
  if (type.isIntegerTy(32)) return "__lockstep_add_later_i32";
  return type.isIntegerTy(64) ? "__lockstep_add_later_i64" : nullptr;
}

}  // namespace

void MarkLastSums(const WarpBody& body) {
  for (const llvm::Instruction& instruction : llvm::instructions(*body.function))
    if (Listens(instruction, body)) return;
  for (llvm::Instruction& instruction : llvm::instructions(*body.function))
    if (IsUnseenSum(instruction) && !IsInShared(instruction, body) && NameOf(*instruction.getOperand(1)->getType()) &&
        IsLast(instruction))
      instruction.setMetadata(kMark, llvm::MDNode::get(instruction.getContext(), {}));
}

llvm::FunctionCallee LaterSumOf(const llvm::AtomicRMWInst& atomic, llvm::Module& module) {
  if (!atomic.hasMetadata(kMark)) return {};
  llvm::Type* type = atomic.getValOperand()->getType();
  llvm::FunctionCallee function = module.getOrInsertFunction(NameOf(*type), llvm::Type::getVoidTy(module.getContext()),
                                                             atomic.getPointerOperand()->getType(), type);
  llvm::cast<llvm::Function>(function.getCallee())->setDoesNotThrow();
  return function;
}

}  // namespace lockstep::pass::warp
