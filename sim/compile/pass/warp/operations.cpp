#include "sim/compile/pass/warp/operations.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "shared/trace/words.h"
#include "sim/compile/pass/unit/call_graph.h"

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

std::string InWords(llvm::StringRef runtime) {
  return llvm::StringSwitch<std::string>(runtime)
      .Case("__lockstep_poll", "a loop waits for another thread")
      .Cases("__lockstep_sync_cluster", "__lockstep_map_shared", "__lockstep_shared_rank", "it belongs to a cluster")
      .Case("__lockstep_sync_grid", "it waits for the grid")
      .Case("__lockstep_yield", "it lets other threads run")
      .Cases("__lockstep_named_barrier", "__lockstep_named_count", "__lockstep_named_arrive",
             "it waits at a named barrier")
      .Cases("__lockstep_multiply", "__lockstep_multiply_registers", "__lockstep_use_matrix",
             "the lanes of a warp share matrices")
      .Case("__lockstep_configure_launch", "it launches kernels")
      .StartsWith("__lockstep_tile_", "it waits for a tile of its block")
      .Default(("it calls `" + (runtime.consume_front("__lockstep_"), runtime) + "`").str());
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
  if (!callee->isDeclaration()) return "it calls `" + llvm::demangle(name) + "`, which is not part of it";
  if (OperationOf(call) == Operation::kUnknown) return InWords(name);
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
      .Case("__lockstep_converge", Operation::kConverge)
      .Case("__lockstep_shuffle", Operation::kShuffle)
      .Case("__lockstep_vote", Operation::kVote)
      .Case("__lockstep_match", Operation::kMatch)
      .Case("__lockstep_gather", Operation::kGather)
      .Case("__lockstep_activemask", Operation::kActiveMask)
      .Case("__lockstep_fence", Operation::kFence)
      .Cases("__lockstep_printf", "__lockstep_assert_fail", "__lockstep_trap", "__lockstep_malloc", "__lockstep_free",
             "__lockstep_state_space", "__lockstep_cluster_dim", Operation::kOfThread)
      .Case("__lockstep_lanes_at", Operation::kSite)
      .StartsWith("__lockstep_check_lane_", Operation::kCheck)
      // They look at their arguments only.
      .StartsWith("__lockstep_texture_", Operation::kNone)
      .Cases("__lockstep_surface_address", "__lockstep_clock", "__lockstep_nanoseconds", "__lockstep_clock_jump",
             "__lockstep_grid_id", Operation::kNone)
      .StartsWith("lockstep.", Operation::kNone)
      .Default(unknown);
}

bool IsWarpOperation(Operation operation) {
  return operation == Operation::kSyncWarp || operation == Operation::kShuffle || operation == Operation::kVote ||
         operation == Operation::kMatch || operation == Operation::kGather || operation == Operation::kConverge ||
         operation == Operation::kActiveMask;
}

bool IsBallot(const llvm::Instruction& instruction) {
  if (OperationOf(instruction) != Operation::kVote) return false;
  auto* kind = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(2));
  return kind && static_cast<trace::WarpOperation>(kind->getZExtValue()) == trace::WarpOperation::kBallot;
}

bool IsPrint(const llvm::Instruction& instruction) {
  const llvm::Function* callee = Callee(instruction);
  return callee && callee->getName() == "__lockstep_printf";
}

bool IsMeeting(Operation operation) {
  return operation == Operation::kBarrier ||
         (IsWarpOperation(operation) && operation != Operation::kConverge && operation != Operation::kActiveMask);
}

bool IsSwap(const llvm::Instruction& instruction) {
  const llvm::Function* callee = Callee(instruction);
  return callee && callee->getName().starts_with(kSwap);
}

bool MayDifferForEqualOperands(const llvm::Value& value) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AllocaInst>(value)) return true;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) return false;
  if (IsSwap(*instruction)) return true;
  const Operation operation = OperationOf(*instruction);
  if (IsWarpOperation(operation)) return !IsEqualInAllLanes(value);
  auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
  return call && operation != Operation::kBarrier && call->mayReadOrWriteMemory();
}

bool IsEqualInAllLanes(const llvm::Value& value) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  if (!call) return false;
  const Operation operation = OperationOf(*call);
  if (operation == Operation::kBarrier || operation == Operation::kActiveMask) return true;
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
  if (instruction.isVolatile() && llvm::isa<llvm::MemIntrinsic>(instruction)) return "it copies volatile memory";
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
