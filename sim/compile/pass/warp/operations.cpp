#include "sim/compile/pass/warp/operations.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/call_graph.h"

namespace lockstep::pass::warp {
namespace {

const llvm::Function* Callee(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

// One number, truth value or address, in a size that processors have.
bool IsPlain(const llvm::Type& type) {
  if (auto* integer = llvm::dyn_cast<llvm::IntegerType>(&type)) return integer->getBitWidth() <= 64;
  return type.isFloatTy() || type.isDoubleTy() || type.isPointerTy() || type.isHalfTy();
}

std::optional<std::string> WhyNotCall(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return "it contains assembly code";
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return "it calls through a pointer";
  const std::string name = callee->getName().str();
  if (callee->isIntrinsic()) {
    if (callee->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) return "it needs the state of one thread";
    return std::nullopt;
  }
  if (!callee->isDeclaration()) return "it calls `" + name + "`, which is not part of it";
  if (OperationOf(call) == Operation::kUnknown) return "it calls `" + name + "`";
  return std::nullopt;
}

}  // namespace

Operation OperationOf(const llvm::Instruction& instruction) {
  const llvm::Function* callee = Callee(instruction);
  if (!callee || callee->isIntrinsic() || !callee->isDeclaration()) return Operation::kNone;
  const Operation unknown = CallGraph::DependsOnArgumentsOnly(*callee) ? Operation::kNone : Operation::kUnknown;
  return llvm::StringSwitch<Operation>(callee->getName())
      .Cases("__lockstep_syncthreads", "__lockstep_syncthreads_count", "__lockstep_syncthreads_and",
             "__lockstep_syncthreads_or", Operation::kBarrier)
      .Case("__lockstep_syncwarp", Operation::kSyncWarp)
      .Case("__lockstep_shuffle", Operation::kShuffle)
      .Case("__lockstep_vote", Operation::kVote)
      .Case("__lockstep_match", Operation::kMatch)
      .Case("__lockstep_gather", Operation::kGather)
      .Case("__lockstep_fence", Operation::kFence)
      .StartsWith("lockstep.", Operation::kNone)
      .Default(unknown);
}

bool IsWarpOperation(Operation operation) {
  return operation == Operation::kSyncWarp || operation == Operation::kShuffle || operation == Operation::kVote ||
         operation == Operation::kMatch || operation == Operation::kGather;
}

bool MayDifferForEqualOperands(const llvm::Value& value) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::AllocaInst>(value)) return true;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) return false;
  const Operation operation = OperationOf(*instruction);
  if (IsWarpOperation(operation)) return !IsEqualInAllLanes(value);
  auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
  return call && operation != Operation::kBarrier && call->mayReadOrWriteMemory();
}

bool IsEqualInAllLanes(const llvm::Value& value) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  if (!call) return false;
  const Operation operation = OperationOf(*call);
  if (operation == Operation::kBarrier) return true;
  // With one mask for all lanes, they hold one vote.
  return operation == Operation::kVote && llvm::isa<llvm::Constant>(call->getArgOperand(0));
}

bool IsVectorIntrinsic(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && llvm::isTriviallyVectorizable(call->getIntrinsicID());
}

bool IsHint(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (call->isAssumeLikeIntrinsic() || call->isLifetimeStartOrEnd() ||
                  call->getIntrinsicID() == llvm::Intrinsic::experimental_noalias_scope_decl);
}

std::optional<std::string> WhyNot(const llvm::Instruction& instruction) {
  if (IsHint(instruction)) return std::nullopt;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (std::optional<std::string> reason = WhyNotCall(*call)) return reason;
  if (instruction.isVolatile()) return "it reads or writes volatile memory";
  if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) return "it compares and swaps";
  if (instruction.isAtomic() && !llvm::isa<llvm::AtomicRMWInst, llvm::FenceInst>(instruction))
    return "it reads or writes atomically";
  const bool is_end = instruction.isTerminator();
  if (is_end && !llvm::isa<llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(instruction))
    return "its branches are of an unusual kind";
  for (const llvm::Value* operand : instruction.operands())
    if (!is_end && llvm::isa<llvm::Instruction, llvm::Argument>(operand) && !IsPlain(*operand->getType()))
      return "it computes with values of an unusual type";
  if (!instruction.getType()->isVoidTy() && !IsPlain(*instruction.getType()))
    return "it computes with values of an unusual type";
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    if (!IsPlain(*store->getValueOperand()->getType())) return "it computes with values of an unusual type";
  return std::nullopt;
}

}  // namespace lockstep::pass::warp
