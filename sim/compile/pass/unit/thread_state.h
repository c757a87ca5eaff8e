#pragma once

// The state of the running thread as compiled code reads it: its indices, and the address of its block's shared memory.
//
// In: calls to the index functions of sim/toolkit/lockstep/device.h.
// Out: inside a kernel's body, the body's own state parameters (values in registers, which a loop over threads can
// vectorise); anywhere else, loads through the runtime's thread-local `__lockstep_current`.
// The layouts are those of sim/hooks/state.h.

#include <array>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

// The state parameters of a kernel's body, in order.
enum StateField : unsigned {
  kThreadX,
  kThreadY,
  kThreadZ,
  kBlockX,
  kBlockY,
  kBlockZ,
  kBlockDimX,
  kBlockDimY,
  kBlockDimZ,
  kGridDimX,
  kGridDimY,
  kGridDimZ,
  kLinear,
  kDynamicSize,
  kShared,
  kDynamicShared,
  kStateFields
};

llvm::Type* StateType(llvm::LLVMContext& context, unsigned field);

// The field that the index function `function` returns, or kStateFields.
unsigned StateFieldOf(const llvm::Function& function);

// Reads a field through a LockstepThread* (`thread`) or a LockstepBlock* (`block`; not the fields of a thread).
llvm::Value* LoadBlockField(llvm::IRBuilderBase& build, llvm::Value* block, unsigned field);
llvm::Value* LoadThreadField(llvm::IRBuilderBase& build, llvm::Value* thread, unsigned field);
// LockstepBlock::end.
std::array<llvm::Value*, 3> LoadEnds(llvm::IRBuilderBase& build, llvm::Value* block);
llvm::Value* LoadCurrentThread(llvm::IRBuilderBase& build, llvm::Module& module);
// Stores `site` (a LockstepSite*) as the current thread's site.
void StoreSite(llvm::IRBuilderBase& build, llvm::Module& module, llvm::Value* site);
// Stores the origin of a function's return value (LockstepThread::returned_origin).
void StoreReturnedOrigin(llvm::IRBuilderBase& build, llvm::Module& module, llvm::Value* origin);
llvm::Value* LoadReturnedOrigin(llvm::IRBuilderBase& build, llvm::Module& module);

// Replaces the calls of index functions in `function`. `state` holds a body's state arguments; empty: thread-local.
void LowerIndexCalls(llvm::Function& function, llvm::ArrayRef<llvm::Value*> state);

}  // namespace lockstep::pass
