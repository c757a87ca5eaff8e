#include "sim/compile/pass/hooks/hook_arguments.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/facts/library_code.h"
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

BlockOrders OrderBlocks(llvm::Function& function) {
  BlockOrders orders;
  std::uint32_t next = 0;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) orders[block] = next++;
  return orders;
}

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

llvm::Value* HookArguments::SiteOf(const llvm::Instruction& at) const {
  return tables_.Site(PlaceInProgram(at.getDebugLoc().get()), orders_.lookup(at.getParent()));
}

llvm::ConstantInt* HookArguments::Wide(std::uint64_t value) const { return llvm::ConstantInt::get(wide_, value); }

llvm::Value* HookArguments::LengthOf(llvm::AnyMemIntrinsic& memory) const {
  return llvm::IRBuilder<>(&memory).CreateZExtOrTrunc(memory.getLength(), wide_);
}

llvm::Value* HookArguments::HowOf(llvm::AnyMemTransferInst& copy) const {
  const auto promised = [](llvm::MaybeAlign alignment, unsigned bit) {
    return std::uint64_t{llvm::Log2(alignment.valueOrOne())} << bit;
  };
  return llvm::IRBuilder<>(&copy).CreateOr(LengthOf(copy),
                                           Wide(promised(copy.getDestAlign(), LOCKSTEP_COPY_ALIGNMENT_TO) |
                                                promised(copy.getSourceAlign(), LOCKSTEP_COPY_ALIGNMENT_FROM)));
}

llvm::Value* HookArguments::BitsOf(llvm::Instruction* at, llvm::Value* value) const {
  llvm::IRBuilder<> build(at);
  llvm::Type* type = value->getType();
  if (type->isPointerTy()) return build.CreatePtrToInt(value, wide_);
  const std::uint64_t bits = layout_.getTypeSizeInBits(type);
  if (bits > 64 || !(type->isIntegerTy() || type->isFloatingPointTy() || type->isVectorTy())) return nullptr;
  if (type->isVectorTy() && type->getScalarType()->isPointerTy()) return nullptr;
  return build.CreateZExt(build.CreateBitCast(value, build.getIntNTy(static_cast<unsigned>(bits))), wide_);
}

}  // namespace lockstep::pass
