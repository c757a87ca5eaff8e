#include "sim/compile/pass/facts/stack_slots.h"

#include <algorithm>

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::pass {
namespace {

bool ChangesStorage(const llvm::Instruction& instruction, const llvm::Value& storage) {
  if (!instruction.mayWriteToMemory()) return false;
  const auto is_it = [&](const llvm::Value* pointer) { return llvm::getUnderlyingObject(pointer, 0) == &storage; };
  const llvm::Value* target = nullptr;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) target = store->getPointerOperand();
  if (const auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction)) target = memory->getRawDest();
  if (target && is_it(target)) return true;
  // Another slot, or memory of the device.
  if (target && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(target, 0))) return false;
  return llvm::PointerMayBeCaptured(&storage, true, true);
}

}  // namespace

std::optional<std::vector<Writer>> WritersOf(llvm::Value& base, const llvm::DataLayout& layout) {
  std::vector<Writer> writers;
  llvm::SmallVector<std::pair<llvm::Value*, std::uint64_t>> open{{&base, 0}};
  while (!open.empty()) {
    const auto [pointer, offset] = open.pop_back_val();
    for (llvm::Use& use : pointer->uses()) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      if (!user) return std::nullopt;
      if (llvm::isa<llvm::LoadInst>(user)) continue;
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex()) return std::nullopt;
        writers.push_back({store, offset, layout.getTypeStoreSize(store->getValueOperand()->getType())});
      } else if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt more(64, 0);
        if (!step->accumulateConstantOffset(layout, more) || more.isNegative()) return std::nullopt;
        open.emplace_back(step, offset + more.getZExtValue());
      } else if (llvm::isa<llvm::AddrSpaceCastInst, llvm::BitCastInst>(user)) {
        open.emplace_back(user, offset);
      } else if (auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(user)) {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
        if (!length) return std::nullopt;
        if (memory->getRawDest() == pointer && use.getOperandNo() == 0)
          writers.push_back({memory, offset, length->getZExtValue()});
      } else if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        if (call->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call)) continue;
        if (!call->isArgOperand(&use)) return std::nullopt;
        const unsigned argument = call->getArgOperandNo(&use);
        if (call->isByValArgument(argument)) continue;
        if (!call->paramHasAttr(argument, llvm::Attribute::StructRet) || offset != 0) return std::nullopt;
        writers.push_back({call, 0, layout.getTypeStoreSize(call->getParamStructRetType(argument))});
      } else if (!llvm::isa<llvm::ICmpInst>(user)) {
        return std::nullopt;
      }
    }
  }
  return writers;
}

bool MayChange(const llvm::Value& storage, const llvm::Instruction& from, const llvm::Instruction& to) {
  const auto any = [&](llvm::BasicBlock::const_iterator begin, llvm::BasicBlock::const_iterator end) {
    return std::any_of(begin, end, [&](const llvm::Instruction& one) { return ChangesStorage(one, storage); });
  };
  const llvm::BasicBlock *first = from.getParent(), *last = to.getParent();
  if (first == last) return any(std::next(from.getIterator()), to.getIterator());
  if (any(std::next(from.getIterator()), first->end()) || any(last->begin(), to.getIterator())) return true;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen{first, last};
  llvm::SmallVector<const llvm::BasicBlock*> open(llvm::pred_begin(last), llvm::pred_end(last));
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (any(block->begin(), block->end())) return true;
    open.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
  return false;
}

}  // namespace lockstep::pass
