#include "sim/compile/pass/hooks/local_room.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "sim/compile/pass/hooks/unwritten_locals.h"
#include "sim/hooks/state.h"

namespace lockstep::pass {
namespace {

constexpr const char* kRoom = "lockstep.room";

}  // namespace

bool Leaves(const llvm::Value& pointer) {
  for (const llvm::Use& use : pointer.uses()) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getValueOperand() != &pointer) continue;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::BitCastInst, llvm::AddrSpaceCastInst>(user)) {
      if (Leaves(*user)) return true;
      continue;
    }
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
          intrinsic && (llvm::isa<llvm::AnyMemIntrinsic>(intrinsic) || intrinsic->isLifetimeStartOrEnd() ||
                        intrinsic->isAssumeLikeIntrinsic()))
        continue;
      if (MarkedArray(*call)) continue;
    }
    return true;
  }
  return false;
}

llvm::AllocaInst* AddRoom(llvm::AllocaInst& local) {
  llvm::IRBuilder<> build(&local);
  llvm::Type* type =
      llvm::StructType::get(local.getAllocatedType(), llvm::ArrayType::get(build.getInt8Ty(), LOCKSTEP_LOCAL_ROOM));
  llvm::AllocaInst* wider = build.CreateAlloca(type, local.getType()->getAddressSpace());
  wider->setAlignment(local.getAlign());
  wider->takeName(&local);
  wider->setMetadata(kRoom, llvm::MDNode::get(local.getContext(), {}));
  local.replaceAllUsesWith(wider);
  local.eraseFromParent();
  return wider;
}

bool HasRoom(const llvm::AllocaInst& local) { return local.getMetadata(kRoom) != nullptr; }

std::uint64_t SizeOfLocal(const llvm::AllocaInst& local) {
  llvm::Type* type = local.getAllocatedType();
  return local.getDataLayout().getTypeAllocSize(HasRoom(local) ? type->getStructElementType(0) : type).getFixedValue();
}

}  // namespace lockstep::pass
