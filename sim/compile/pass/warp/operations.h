#pragma once

// The meaning of a canonical body's instructions for the lanes of a warp.

#include <optional>
#include <string>

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::pass::warp {

enum class Operation {
  kNone,      // no call of the runtime
  kBarrier,   // __syncthreads and its counting forms: ends a region
  kSyncWarp,  // nothing to do: lanes are in step
  kConverge,  // the same, anywhere (warp_steps.h)
  kShuffle,
  kVote,
  kMatch,
  kGather,
  kActiveMask,  // the lanes that are here
  kFence,
  kOfThread,  // a call of the runtime on behalf of one thread: its lanes are called as such, one after the other
  kSite,      // says where the next of these calls stands
  kCheck,     // a mark of check mode (lane_checks.h)
  kUnknown    // the engine cannot run it
};

Operation OperationOf(const llvm::Instruction& instruction);
// True if the tiles must be CUDA's warps.
bool IsWarpOperation(Operation operation);
bool IsBallot(const llvm::Instruction& instruction);
bool IsPrint(const llvm::Instruction& instruction);
// True if the lanes that live, or that it names, must come to it together.
bool IsMeeting(Operation operation);

// A compare-and-swap as a call that returns the old value. LLVM's instruction returns a struct.
inline constexpr const char* kSwap = "lockstep.swap";
bool IsSwap(const llvm::Instruction& instruction);

// True if the lanes may get different results from the same operands, or if it is an address of a lane's own storage.
bool MayDifferForEqualOperands(const llvm::Value& value);
// True if all lanes that get a result get the same one, whatever the operands.
bool IsEqualInAllLanes(const llvm::Value& value);
// True for a call that LLVM can apply to whole vectors.
bool IsVectorIntrinsic(const llvm::Instruction& instruction);
// True for an intrinsic that says something to the optimiser and does nothing.
bool IsHint(const llvm::Instruction& instruction);

// Why the engine cannot run the instruction: the end of a sentence, "it calls `printf`".
std::optional<std::string> WhyNot(const llvm::Instruction& instruction);

}  // namespace lockstep::pass::warp
