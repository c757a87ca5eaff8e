#include "sim/compile/pass/hooks/local_arrays.h"

#include <algorithm>
#include <cstddef>

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/hooks/unwritten_locals.h"
#include "sim/hooks/check.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

// The number of bytes that share one origin.
constexpr std::uint64_t kOriginBytes = 4;

// Gives each local its own place on the stack for the whole execution of the function.
void KeepPlacesApart(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::AlwaysInline);
  function.addFnAttr(llvm::Attribute::NoInline);
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
      if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          intrinsic && intrinsic->isLifetimeStartOrEnd())
        intrinsic->eraseFromParent();
}

// After the locals at the function's start.
llvm::Instruction* StartOf(llvm::Function& function) {
  return &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

// The largest struct or array that gets a shadow because values are copied or stored into it.
constexpr std::uint64_t kLargestKeeper = 4096;

bool IsKeeper(const llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  const llvm::Type* type = local.getAllocatedType();
  return !local.isArrayAllocation() && local.isStaticAlloca() && (type->isStructTy() || type->isArrayTy()) &&
         layout.getTypeAllocSize(local.getAllocatedType()) <= kLargestKeeper && !Leaves(local);
}

}  // namespace

std::uint64_t LocalArrays::Array::OriginBytes() const { return (size + 2 * kOriginBytes - 1) / kOriginBytes * 4; }

llvm::Value* OriginOfVariable(llvm::IRBuilderBase& build, UnitTables& tables, llvm::DILocalVariable* variable) {
  if (!variable) return build.getInt32(LOCKSTEP_ORIGIN_LOCAL);
  // The id is assigned when the program starts.
  llvm::Value* id =
      build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), tables.VariableRow(variable), offsetof(LockstepVariable, id));
  return build.CreateOr(build.CreateLoad(build.getInt32Ty(), id), build.getInt32(LOCKSTEP_ORIGIN_VARIABLE));
}

LocalArrays::LocalArrays(llvm::Function& function, UnitTables& tables)
    : layout_(function.getParent()->getDataLayout()) {
  llvm::SmallVector<llvm::AllocaInst*> locals;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (llvm::AllocaInst* local = MarkedArray(*call); local && !llvm::is_contained(locals, local))
          locals.push_back(local);
  const bool any_leaves = llvm::any_of(locals, [](const llvm::AllocaInst* local) { return Leaves(*local); });
  for (llvm::AllocaInst* local : locals) Take(local, tables);
  if (any_leaves) KeepPlacesApart(function);
  TakeKeepers(function);
}

LocalArrays::Array& LocalArrays::AddShadow(llvm::AllocaInst& local) {
  llvm::IRBuilder<> build(&local);
  Array array{.size = layout_.getTypeAllocSize(local.getAllocatedType())};
  array.marks = build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), array.size));
  // Several shadow bytes are read as one number.
  array.marks->setAlignment(llvm::Align(8));
  array.origins = build.CreateAlloca(llvm::ArrayType::get(build.getInt8Ty(), array.OriginBytes()));
  array.origins->setAlignment(llvm::Align(8));
  return arrays_[&local] = array;
}

void LocalArrays::Begin(llvm::IRBuilderBase& build, const Array& array, llvm::Value* origin) const {
  if (!origin) {
    build.CreateMemSet(array.marks, build.getInt8(0), array.size, llvm::Align(8));
    return;
  }
  build.CreateMemSet(array.marks, build.getInt8(1), array.size, llvm::Align(8));
  constexpr std::uint64_t kInLine = 16;
  const std::uint64_t numbers = array.OriginBytes() / kOriginBytes;
  if (numbers > kInLine) {
    build.CreateCall(
        array.marks->getModule()->getOrInsertFunction("__lockstep_check_fill_origins", build.getVoidTy(),
                                                      build.getPtrTy(), build.getInt64Ty(), build.getInt32Ty()),
        {array.origins, build.getInt64(numbers), origin});
    return;
  }
  for (std::uint64_t i = 0; i < numbers; ++i)
    build.CreateStore(origin, build.CreateConstInBoundsGEP1_64(build.getInt32Ty(), array.origins, i));
}

void LocalArrays::Take(llvm::AllocaInst* local, UnitTables& tables) {
  llvm::Module& module = *local->getModule();
  const bool leaves = Leaves(*local);
  const Array array = AddShadow(*local);
  if (leaves) {
    arrays_.erase(local);
    local = AddRoom(*local);
    arrays_[local] = array;
  }
  llvm::IRBuilder<> build(local);
  llvm::Value* variable = llvm::ConstantPointerNull::get(build.getPtrTy());
  llvm::DILocalVariable* known = nullptr;
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(local)) known = record->getVariable();
  if (known) variable = tables.VariableRow(known);
  const auto end = [&](llvm::Instruction* at) {
    llvm::IRBuilder<>(at).CreateCall(
        module.getOrInsertFunction("__lockstep_check_array_ends", build.getVoidTy(), build.getPtrTy()), {local});
  };
  for (llvm::User* user : llvm::make_early_inc_range(local->users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call) continue;
    if (MarkedArray(*call)) {
      llvm::IRBuilder<> at(call);
      Begin(at, array, OriginOfVariable(at, tables, known));
      if (leaves)
        at.CreateCall(module.getOrInsertFunction("__lockstep_check_array", at.getVoidTy(), at.getPtrTy(),
                                                 at.getInt64Ty(), at.getPtrTy(), at.getPtrTy(), at.getPtrTy()),
                      {local, at.getInt64(array.size), array.marks, array.origins, variable});
    } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
               leaves && intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end) {
      end(call);
    }
  }
  if (!leaves) return;
  // From here on, the place on the stack may belong to another variable.
  for (llvm::BasicBlock& block : *local->getFunction())
    if (auto* leave = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      llvm::IRBuilder<>(leave).CreateCall(
          module.getOrInsertFunction("__lockstep_check_array_leaves", build.getVoidTy(), build.getPtrTy()), {local});
}

void LocalArrays::TakeKeepers(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*> keepers;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        local && !arrays_.contains(local) && !IsShadow(*local) && IsKeeper(*local, layout_))
      keepers.push_back(local);
  for (llvm::AllocaInst* local : keepers) {
    const Array array = AddShadow(*local);
    llvm::IRBuilder<> build(StartOf(function));
    Begin(build, array, nullptr);
  }
}

bool LocalArrays::IsShadow(const llvm::AllocaInst& local) const {
  return llvm::any_of(arrays_,
                      [&](const auto& row) { return row.second.marks == &local || row.second.origins == &local; });
}

const LocalArrays::Array* LocalArrays::Find(llvm::Value* address, llvm::AllocaInst** local) const {
  auto* base = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0)));
  const auto found = base ? arrays_.find(base) : arrays_.end();
  if (local) *local = base;
  return found == arrays_.end() ? nullptr : &found->second;
}

llvm::Value* OffsetIn(llvm::IRBuilderBase& build, llvm::Value* address, const llvm::AllocaInst& local) {
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
    offset = build.CreateAdd(offset, llvm::emitGEPOffset(&build, local.getDataLayout(), step));
  return offset;
}

LocalArrays::Shadow LocalArrays::ShadowAt(llvm::IRBuilderBase& build, llvm::Value* address) const {
  llvm::AllocaInst* local = nullptr;
  const Array* array = Find(address, &local);
  llvm::Value* offset = array ? OffsetIn(build, address, *local) : nullptr;
  if (!offset) return {};
  return {build.CreateGEP(build.getInt8Ty(), array->marks, offset),
          build.CreateGEP(build.getInt8Ty(), array->origins, build.CreateAnd(offset, build.getInt64(~3ull)))};
}

// After the access: one outside the array has been reported by then.
llvm::Value* LocalArrays::OriginOf(llvm::LoadInst& load) {
  if (!Find(load.getPointerOperand())) return nullptr;
  llvm::IRBuilder<> build(load.getNextNode());
  const Shadow shadow = ShadowAt(build, load.getPointerOperand());
  if (!shadow.mark) return nullptr;
  llvm::Value *good = build.getInt32(0), *worst = good;
  const std::uint64_t size = layout_.getTypeStoreSize(load.getType());
  for (std::uint64_t at = 0; at < size; at += kOriginBytes) {
    llvm::Type* bytes = build.getIntNTy(8 * static_cast<unsigned>(std::min(size - at, kOriginBytes)));
    llvm::Value* marks = build.CreateAlignedLoad(
        bytes, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), shadow.mark, at), llvm::Align(1));
    llvm::Value* number = build.CreateAlignedLoad(
        build.getInt32Ty(), build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), shadow.origin, at), llvm::Align(4));
    llvm::Value* origin = build.CreateSelect(build.CreateICmpNE(marks, llvm::ConstantInt::get(bytes, 0)), number, good);
    worst = worst == good ? origin : build.CreateBinaryIntrinsic(llvm::Intrinsic::umax, worst, origin);
  }
  return worst;
}

void LocalArrays::NoteStore(llvm::StoreInst& store, llvm::Value* origin) {
  if (!Find(store.getPointerOperand())) return;
  llvm::IRBuilder<> build(store.getNextNode());
  const Shadow shadow = ShadowAt(build, store.getPointerOperand());
  if (!shadow.mark) return;
  const std::uint64_t size = layout_.getTypeStoreSize(store.getValueOperand()->getType());
  llvm::Type* bytes = build.getIntNTy(8 * static_cast<unsigned>(size));
  llvm::Value* is_bad = build.CreateICmpNE(origin, llvm::ConstantInt::get(origin->getType(), 0));
  build.CreateAlignedStore(build.CreateSExt(is_bad, bytes), shadow.mark, llvm::Align(1));
  if (llvm::isa<llvm::Constant>(origin) && llvm::cast<llvm::Constant>(origin)->isNullValue()) return;
  for (std::uint64_t at = 0; at < size; at += kOriginBytes)
    build.CreateAlignedStore(origin, build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), shadow.origin, at),
                             llvm::Align(4));
}

void LocalArrays::NoteFill(llvm::AnyMemSetInst& fill) {
  if (!Find(fill.getRawDest())) return;
  llvm::IRBuilder<> build(fill.getNextNode());
  if (const Shadow shadow = ShadowAt(build, fill.getRawDest()); shadow.mark)
    build.CreateMemSet(shadow.mark, build.getInt8(0), fill.getLength(), llvm::Align(1));
}

void LocalArrays::NoteCopy(llvm::AnyMemTransferInst& copy) {
  if (!Find(copy.getRawDest())) return;
  llvm::IRBuilder<> build(&copy);
  const Shadow to = ShadowAt(build, copy.getRawDest());
  if (!to.mark) return;
  const Shadow from = Find(copy.getRawSource()) ? ShadowAt(build, copy.getRawSource()) : Shadow{};
  if (!from.mark) {
    build.CreateMemSet(to.mark, build.getInt8(0), copy.getLength(), llvm::Align(1));
    return;
  }
  llvm::Value* size = build.CreateZExtOrTrunc(copy.getLength(), build.getInt64Ty());
  llvm::Value* whole = build.CreateAnd(build.CreateAdd(size, build.getInt64(3)), build.getInt64(~3ull));
  build.CreateMemMove(to.mark, llvm::Align(1), from.mark, llvm::Align(1), copy.getLength());
  build.CreateMemMove(to.origin, llvm::Align(4), from.origin, llvm::Align(4), whole);
}

void LocalArrays::NoteCall(llvm::CallBase& call) {
  for (llvm::Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    const Array* array = Find(argument);
    if (!array || llvm::isa<llvm::InvokeInst>(call)) continue;
    llvm::IRBuilder<> build(call.getNextNode());
    build.CreateMemSet(array->marks, build.getInt8(0), array->size, llvm::Align(8));
  }
}

}  // namespace lockstep::pass
