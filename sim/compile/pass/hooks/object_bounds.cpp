#include "sim/compile/pass/hooks/object_bounds.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "sim/compile/pass/hooks/local_arrays.h"
#include "sim/compile/pass/unit/hook_call.h"
#include "sim/hooks/check.h"

namespace lockstep::pass {
namespace {

// If it is known already.
bool IsInside(const LocalObject& local, llvm::Value* address, std::uint64_t size, const llvm::DataLayout& layout) {
  const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(local.size);
  llvm::APInt offset(64, 0);
  const bool known = address->stripAndAccumulateConstantOffsets(layout, offset, true) == local.begin;
  return whole && known && offset.sge(0) && size <= whole->getZExtValue() && offset.sle(whole->getZExtValue() - size);
}

llvm::Value* Distance(llvm::IRBuilderBase& build, llvm::Value* address, llvm::Value* from) {
  return build.CreateSub(build.CreatePtrToInt(address, build.getInt64Ty()),
                         build.CreatePtrToInt(from, build.getInt64Ty()));
}

}  // namespace

std::optional<LocalObject> ObjectBounds::LocalAt(const llvm::Instruction& at, llvm::Value* address) {
  if (!HasPlace(at)) return std::nullopt;
  return objects_.Of(const_cast<llvm::Value*>(llvm::getUnderlyingObject(address, 0)));
}

void ObjectBounds::NoteLocal(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
  const std::optional<LocalObject> local = LocalAt(at, address);
  if (!local || IsInside(*local, address, SizeOf(type), at.getDataLayout())) return;
  const Access access{.at = &at, .address = address, .size = SizeOf(type), .writes = writes};
  if (hooks_.is_told)
    CheckLocal(access, *local);
  else
    locals_.emplace_back(access, *local);
}

void ObjectBounds::NoteParts(llvm::Instruction& at, llvm::Value* address, llvm::Type* type, bool writes) {
  if (!HasPlace(at)) return;
  const Access access{.at = &at, .address = address, .size = SizeOf(type), .writes = writes};
  for (Part& part : PartsOf(at.getDataLayout(), declared_, address, SizeOf(type)))
    if (hooks_.is_told)
      CheckPart(access, part);
    else
      parts_.emplace_back(access, std::move(part));
}

void ObjectBounds::CheckRange(llvm::AnyMemIntrinsic& at, llvm::Value* address, bool writes) {
  const std::optional<LocalObject> local = LocalAt(at, address);
  if (!local) return;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(at.getLength());
  if (length && IsInside(*local, address, length->getZExtValue(), at.getDataLayout())) return;
  llvm::IRBuilder<> build(&at);
  llvm::Value* size = writes ? build.CreateOr(local->size, Wide(LOCKSTEP_HOW_WRITES)) : local->size;
  CallHook(&at, hooks_.range, {SiteOf(at), Plain(&at, address), LengthOf(at), local->begin, size, local->variable});
}

void ObjectBounds::Insert() {
  for (const auto& [access, local] : locals_) CheckLocal(access, local);
  for (const auto& [access, part] : parts_) CheckPart(access, part);
}

void ObjectBounds::CheckLocal(const Access& access, const LocalObject& local) {
  llvm::IRBuilder<> build(access.at);
  auto* variable = llvm::dyn_cast<llvm::AllocaInst>(local.begin);
  llvm::Value* offset = variable ? OffsetIn(build, access.address, *variable) : nullptr;
  if (!offset) offset = Distance(build, access.address, local.begin);
  // Below a variable that is too small, the last good offset wraps around: no offset is good then.
  llvm::Value* is_outside = build.CreateICmpUGT(offset, build.CreateSub(local.size, Wide(access.size)));
  const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(local.size);
  if (!whole || whole->getZExtValue() < access.size)
    is_outside = build.CreateOr(build.CreateICmpULT(local.size, Wide(access.size)), is_outside);
  Call(hooks_.local, is_outside, access, local.begin, local.size, local.variable);
}

void ObjectBounds::CheckPart(const Access& access, const Part& part) {
  llvm::IRBuilder<> build(access.at);
  llvm::Value* is_outside =
      part.index ? build.CreateICmpUGE(build.CreateSExtOrTrunc(part.index, build.getInt64Ty()), Wide(part.size))
                 : build.CreateICmpUGT(Distance(build, access.address, part.start), Wide(part.size - access.size));
  Call(hooks_.member, is_outside, access, part.start, Wide(part.index ? 0 : part.size),
       build.CreateGlobalString(part.name));
}

void ObjectBounds::Call(const char* hook, llvm::Value* is_outside, const Access& access, llvm::Value* begin,
                        llvm::Value* size, llvm::Value* name) {
  llvm::Value* site = SiteOf(*access.at);
  llvm::Instruction* at = hooks_.is_told ? access.at : BeginRareBlock(is_outside, access.at);
  llvm::SmallVector<llvm::Value*> arguments;
  if (hooks_.is_told)
    arguments.push_back(llvm::IRBuilder<>(at).CreateZExt(is_outside, llvm::Type::getInt32Ty(at->getContext())));
  const std::uint64_t how = access.size | (access.writes ? LOCKSTEP_HOW_WRITES : 0);
  arguments.append({site, Plain(at, access.address), Wide(how), Plain(at, begin), size, name});
  CallHook(at, hook, arguments);
}

}  // namespace lockstep::pass
