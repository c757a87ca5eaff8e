#include "sim/compile/pass/hooks/checked_access.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

bool IsStorageOfParameter(const llvm::Value* base) {
  auto* argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument && IsParameterStorage(*argument);
}

// A pointer into the shared memory of another block of the cluster.
bool IsMappedShared(const llvm::Value* base) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(base);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == "__lockstep_map_shared";
}

}  // namespace

bool HasPlace(const llvm::Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0;
}

bool IsOwn(const llvm::Value* address) {
  const llvm::Value* base = llvm::getUnderlyingObject(address, 0);
  return llvm::isa<llvm::AllocaInst>(base) || IsStorageOfParameter(base) || base->getName().starts_with("__lockstep");
}

// A device's widest access takes 16 bytes. A type may promise more, as those of CUB do, which nothing relies on.
std::uint64_t Promised(llvm::Align alignment) {
  return std::uint64_t{std::min(llvm::Log2(alignment), 4u)} << LOCKSTEP_HOW_ALIGNMENT;
}

llvm::Value* Plain(llvm::Instruction* at, llvm::Value* address) {
  llvm::PointerType* pointer = llvm::PointerType::get(at->getContext(), 0);
  if (address->getType() == pointer) return address;
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(address))
    return llvm::ConstantExpr::getAddrSpaceCast(constant, pointer);
  return llvm::IRBuilder<>(at).CreateAddrSpaceCast(address, pointer);
}

llvm::Value* BaseOf(llvm::Instruction* at, llvm::Value* address) {
  auto* base = const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0));
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) return Plain(at, global);
  auto* load = llvm::dyn_cast<llvm::LoadInst>(base);
  if (load && IsStorageOfParameter(llvm::getUnderlyingObject(load->getPointerOperand(), 0))) return Plain(at, base);
  if (IsMappedShared(base)) return Plain(at, base);
  return llvm::ConstantPointerNull::get(llvm::PointerType::get(at->getContext(), 0));
}

}  // namespace lockstep::pass
