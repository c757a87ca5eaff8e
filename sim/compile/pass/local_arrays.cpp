#include "sim/compile/pass/local_arrays.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "sim/compile/pass/library_code.h"
#include "sim/compile/pass/unwritten_locals.h"
#include "sim/hooks/check.h"

namespace lockstep {
namespace {

// Whether anybody but this function's own loads and stores may get the address.
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

// The same variable with room behind it.
llvm::AllocaInst* AddRoom(llvm::AllocaInst& local) {
  llvm::IRBuilder<> build(&local);
  llvm::Type* type =
      llvm::StructType::get(local.getAllocatedType(), llvm::ArrayType::get(build.getInt8Ty(), LOCKSTEP_LOCAL_ROOM));
  llvm::AllocaInst* wider = build.CreateAlloca(type, local.getType()->getAddressSpace());
  wider->setAlignment(local.getAlign());
  wider->takeName(&local);
  local.replaceAllUsesWith(wider);
  local.eraseFromParent();
  return wider;
}

}  // namespace

LocalArrays::LocalArrays(llvm::Function& function, UnitTables& tables)
    : layout_(function.getParent()->getDataLayout()) {
  llvm::SmallVector<llvm::AllocaInst*> locals;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::AllocaInst* local = MarkedArray(*call); local && !llvm::is_contained(locals, local))
          locals.push_back(local);
  llvm::Module& module = *function.getParent();
  for (llvm::AllocaInst* local : locals) {
    Array array{.size = layout_.getTypeAllocSize(local->getAllocatedType())};
    llvm::IRBuilder<> build(local);
    array.shadow = build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), array.size));
    // Vectors of shadow bytes are read as one number.
    array.shadow->setAlignment(llvm::Align(8));
    const bool leaves = Leaves(*local);
    if (leaves) local = AddRoom(*local);
    arrays_[local] = array;
    llvm::Value* variable = llvm::ConstantPointerNull::get(build.getPtrTy());
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(local))
      variable = tables.VariableRow(record->getVariable());
    for (llvm::User* user : llvm::make_early_inc_range(local->users())) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (!call) continue;
      llvm::IRBuilder<> at(call);
      if (MarkedArray(*call)) {
        at.CreateMemSet(array.shadow, at.getInt8(1), array.size, llvm::Align(8));
        if (leaves)
          at.CreateCall(module.getOrInsertFunction("__lockstep_check_array", at.getVoidTy(), at.getPtrTy(),
                                                   at.getInt64Ty(), at.getPtrTy(), at.getPtrTy()),
                        {local, at.getInt64(array.size), array.shadow, variable});
      } else if (auto* end = llvm::dyn_cast<llvm::IntrinsicInst>(call);
                 leaves && end && end->getIntrinsicID() == llvm::Intrinsic::lifetime_end) {
        at.CreateCall(module.getOrInsertFunction("__lockstep_check_array_ends", at.getVoidTy(), at.getPtrTy()),
                      {local});
      }
    }
  }
}

std::uint64_t LocalArrays::SizeOf(const llvm::AllocaInst& local) const {
  const auto found = arrays_.find(&local);
  return found == arrays_.end() ? layout_.getTypeAllocSize(local.getAllocatedType()).getFixedValue()
                                : found->second.size;
}

const LocalArrays::Array* LocalArrays::Find(llvm::Value* address, llvm::AllocaInst** local) const {
  auto* base = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0)));
  const auto found = base ? arrays_.find(base) : arrays_.end();
  if (local) *local = base;
  return found == arrays_.end() ? nullptr : &found->second;
}

llvm::Value* LocalArrays::Offset(llvm::IRBuilderBase& build, llvm::Value* address,
                                 const llvm::AllocaInst& local) const {
  llvm::SmallVector<llvm::GEPOperator*> steps;
  for (llvm::Value* at = address; at != &local;) {
    at = at->stripPointerCasts();
    if (at == &local) break;
    auto* step = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (!step) return nullptr;
    steps.push_back(step);
    at = step->getPointerOperand();
  }
  llvm::Value* offset = build.getInt64(0);
  for (llvm::GEPOperator* step : llvm::reverse(steps))
    offset = build.CreateAdd(offset, llvm::emitGEPOffset(&build, layout_, step));
  return offset;
}

llvm::Value* LocalArrays::ShadowAt(llvm::IRBuilderBase& build, llvm::Value* address) const {
  llvm::AllocaInst* local = nullptr;
  const Array* array = Find(address, &local);
  llvm::Value* offset = array ? Offset(build, address, *local) : nullptr;
  return offset ? build.CreateGEP(build.getInt8Ty(), array->shadow, offset) : nullptr;
}

// Behind the access: one that leaves the array has been reported by then.
llvm::Value* LocalArrays::OriginOf(llvm::LoadInst& load) {
  if (!Find(load.getPointerOperand())) return nullptr;
  llvm::IRBuilder<> build(load.getNextNode());
  llvm::Value* shadow = ShadowAt(build, load.getPointerOperand());
  if (!shadow) return nullptr;
  llvm::Type* bytes = build.getIntNTy(8 * static_cast<unsigned>(layout_.getTypeStoreSize(load.getType())));
  llvm::Value* flags = build.CreateAlignedLoad(bytes, shadow, llvm::Align(1));
  return build.CreateZExt(build.CreateICmpNE(flags, llvm::ConstantInt::get(bytes, 0)), build.getInt32Ty());
}

void LocalArrays::NoteStore(llvm::StoreInst& store, llvm::Value* origin) {
  if (!Find(store.getPointerOperand())) return;
  llvm::IRBuilder<> build(store.getNextNode());
  llvm::Value* shadow = ShadowAt(build, store.getPointerOperand());
  if (!shadow) return;
  llvm::Type* bytes =
      build.getIntNTy(8 * static_cast<unsigned>(layout_.getTypeStoreSize(store.getValueOperand()->getType())));
  llvm::Value* is_bad = build.CreateICmpNE(origin, llvm::ConstantInt::get(origin->getType(), 0));
  build.CreateAlignedStore(build.CreateSExt(is_bad, bytes), shadow, llvm::Align(1));
}

void LocalArrays::NoteFill(llvm::AnyMemSetInst& fill) {
  if (!Find(fill.getRawDest())) return;
  llvm::IRBuilder<> build(fill.getNextNode());
  if (llvm::Value* shadow = ShadowAt(build, fill.getRawDest()))
    build.CreateMemSet(shadow, build.getInt8(0), fill.getLength(), llvm::Align(1));
}

void LocalArrays::NoteCopy(llvm::AnyMemTransferInst& copy) {
  if (!Find(copy.getRawDest())) return;
  llvm::IRBuilder<> build(copy.getNextNode());
  llvm::Value* to = ShadowAt(build, copy.getRawDest());
  if (!to) return;
  llvm::Value* from = Find(copy.getRawSource()) ? ShadowAt(build, copy.getRawSource()) : nullptr;
  if (from)
    build.CreateMemMove(to, llvm::Align(1), from, llvm::Align(1), copy.getLength());
  else
    build.CreateMemSet(to, build.getInt8(0), copy.getLength(), llvm::Align(1));
}

void LocalArrays::NoteCall(llvm::CallBase& call) {
  for (llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const Array* array = Find(argument);
    if (!array || llvm::isa<llvm::InvokeInst>(call)) continue;
    llvm::IRBuilder<> build(call.getNextNode());
    build.CreateMemSet(array->shadow, build.getInt8(0), array->size, llvm::Align(8));
  }
}

}  // namespace lockstep
