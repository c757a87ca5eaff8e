// Loads, stores and atomics of a tile (widener.h). Lanes are in step, so accesses to volatile memory need no more than
// others: they are kept in order until they are widened.

#include <numeric>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "sim/compile/pass/warp/last_sums.h"
#include "sim/compile/pass/warp/widener.h"

namespace lockstep::pass::warp {
namespace {

// Truth values and integers of odd sizes are packed in vectors, but whole bytes in memory.
llvm::Type* InMemory(llvm::Type* type, const llvm::DataLayout& data) {
  if (!type->isIntegerTy() || data.getTypeSizeInBits(type) == data.getTypeAllocSizeInBits(type)) return type;
  return llvm::IntegerType::get(type->getContext(), data.getTypeAllocSizeInBits(type));
}

}  // namespace

// --- loads

void Widener::WidenLoad(llvm::LoadInst& load) {
  if (load.isAtomic()) return LoadAtomically(load);
  Wide wide;
  for (unsigned row = 0; row < RowsOf(load.getPointerOperand()); ++row) wide.rows.push_back(LoadRow(load, row));
  here_[&load] = wide;
}

llvm::Value* Widener::LoadRow(llvm::LoadInst& load, unsigned row) {
  llvm::Value* address = load.getPointerOperand();
  llvm::Type* type = load.getType();
  const unsigned rows = RowsOf(address);
  const std::optional<std::int64_t> stride = lanes_.Stride(address);
  if (stride == 0 && !lanes_.IsChecked(address)) {
    llvm::Value* at = First(address, row);
    // A row without lanes may have any address: it reads what another row reads.
    if (mask_ && rows > 1)
      for (unsigned other = 0; other < rows; ++other)
        if (other != row) at = build_.CreateSelect(HasLanes(mask_, row, rows), at, First(address, other));
    return build_.CreateAlignedLoad(type, at, load.getAlign());
  }
  llvm::Type *stored = InMemory(type, data_), *vector = TypeOf(stored, true);
  auto as_loaded = [&](llvm::Value* value) {
    return stored == type ? value : build_.CreateTrunc(value, TypeOf(type, true));
  };
  llvm::Value* mask = MaskOf(mask_, row, rows);
  auto gather = [&]() -> llvm::Value* {
    return build_.CreateMaskedGather(vector, Get(address, row, true), load.getAlign(), mask);
  };
  if (stride != static_cast<std::int64_t>(data_.getTypeStoreSize(stored).getFixedValue())) return as_loaded(gather());
  auto contiguous = [&]() -> llvm::Value* {
    llvm::Value* at = First(address, row);
    if (const std::optional<unsigned> count = FirstLanes(rows)) {
      auto* part = llvm::FixedVectorType::get(stored, *count);
      llvm::SmallVector<int> lanes(shape_.width, llvm::PoisonMaskElem);
      std::iota(lanes.begin(), lanes.begin() + *count, 0);
      return build_.CreateShuffleVector(build_.CreateAlignedLoad(part, at, load.getAlign()), lanes);
    }
    if (mask) return build_.CreateMaskedLoad(vector, at, load.getAlign(), mask);
    return build_.CreateAlignedLoad(vector, at, load.getAlign());
  };
  llvm::Value* fits = Fits(address, row);
  if (!fits) return as_loaded(contiguous());
  llvm::Value* scattered_address = Get(address, row, true);
  auto *straight = llvm::BasicBlock::Create(context_, "", to_), *bent = llvm::BasicBlock::Create(context_, "", to_),
       *after = llvm::BasicBlock::Create(context_, "", to_);
  build_.CreateCondBr(fits, straight, bent);
  build_.SetInsertPoint(straight);
  llvm::Value* one = contiguous();
  build_.CreateBr(after);
  build_.SetInsertPoint(bent);
  llvm::Value* other = build_.CreateMaskedGather(vector, scattered_address, load.getAlign(), mask);
  build_.CreateBr(after);
  build_.SetInsertPoint(after);
  llvm::PHINode* either = build_.CreatePHI(vector, 2);
  either->addIncoming(one, straight);
  either->addIncoming(other, bent);
  return as_loaded(either);
}

// --- stores: of lanes that write to one place, the last one counts

void Widener::WidenStore(llvm::StoreInst& store) {
  if (store.isAtomic()) return StoreAtomically(store);
  llvm::Value *address = store.getPointerOperand(), *value = store.getValueOperand();
  if (lanes_.VariesByColumn(address)) {
    const unsigned rows = std::max(RowsOf(address), RowsOf(value));
    for (unsigned row = 0; row < rows; ++row) StoreRow(store, row, rows);
  } else if (lanes_.Varies(address) || lanes_.Varies(value)) {
    StoreLast(store);
  } else {
    build_.CreateAlignedStore(Get(value, 0, false), Get(address, 0, false), store.getAlign());
  }
}

bool Widener::HasScatters() const {
  return from_.getFnAttribute("target-features").getValueAsString().contains("+avx512f");
}

void Widener::StoreRow(llvm::StoreInst& store, unsigned row, unsigned rows) {
  llvm::Value *address = store.getPointerOperand(), *value = store.getValueOperand();
  llvm::Type* type = InMemory(value->getType(), data_);
  const std::uint64_t size = data_.getTypeStoreSize(type);
  llvm::Value *mask = MaskOf(mask_, row, rows), *values = Get(value, row, true), *addresses = Get(address, row, true);
  if (type != value->getType()) values = build_.CreateZExt(values, TypeOf(type, true));
  auto scatter = [&] {
    if (HasScatters() && size >= 4) {
      build_.CreateMaskedScatter(values, addresses, store.getAlign(), mask);
      return;
    }
    llvm::Value* lanes =
        mask ? build_.CreateZExt(build_.CreateBitCast(mask, build_.getIntNTy(shape_.width)), build_.getInt32Ty())
             : build_.getInt32(shape_.width == 32 ? 0xffffffff : (1u << shape_.width) - 1);
    auto *work = llvm::BasicBlock::Create(context_, "", to_), *after = llvm::BasicBlock::Create(context_, "", to_);
    build_.CreateCondBr(build_.CreateIsNull(lanes), after, work);
    build_.SetInsertPoint(work);
    llvm::AllocaInst *at = Variable(addresses->getType()), *what = Variable(values->getType());
    build_.CreateStore(addresses, at);
    build_.CreateStore(values, what);
    ForEachLane(lanes, [&](llvm::Value* lane) {
      llvm::Value* to = build_.CreateLoad(build_.getPtrTy(), build_.CreateGEP(build_.getPtrTy(), at, lane));
      build_.CreateAlignedStore(build_.CreateLoad(type, build_.CreateGEP(type, what, lane)), to, store.getAlign());
    });
    build_.CreateBr(after);
    build_.SetInsertPoint(after);
  };
  auto contiguous = [&] {
    llvm::Value* at = First(address, row);
    if (const std::optional<unsigned> count = FirstLanes(rows)) {
      llvm::SmallVector<int> lanes(*count);
      std::iota(lanes.begin(), lanes.end(), 0);
      build_.CreateAlignedStore(build_.CreateShuffleVector(values, lanes), at, store.getAlign());
    } else if (mask)
      build_.CreateMaskedStore(values, at, store.getAlign(), mask);
    else
      build_.CreateAlignedStore(values, at, store.getAlign());
  };
  if (lanes_.Stride(address) != static_cast<std::int64_t>(size)) return scatter();
  llvm::Value* fits = Fits(address, row);
  if (!fits) return contiguous();
  auto *straight = llvm::BasicBlock::Create(context_, "", to_), *bent = llvm::BasicBlock::Create(context_, "", to_),
       *after = llvm::BasicBlock::Create(context_, "", to_);
  build_.CreateCondBr(fits, straight, bent);
  build_.SetInsertPoint(straight);
  contiguous();
  build_.CreateBr(after);
  build_.SetInsertPoint(bent);
  scatter();
  build_.CreateBr(after);
  build_.SetInsertPoint(after);
}

void Widener::StoreLast(llvm::StoreInst& store) {
  llvm::Value *address = store.getPointerOperand(), *value = store.getValueOperand();
  const unsigned rows = std::max(RowsOf(address), RowsOf(value));
  for (unsigned row = 0; row < rows; ++row) {
    llvm::BasicBlock* after = nullptr;
    if (mask_ && rows > 1) {
      auto* work = llvm::BasicBlock::Create(context_, "", to_);
      after = llvm::BasicBlock::Create(context_, "", to_);
      build_.CreateCondBr(HasLanes(mask_, row, rows), work, after);
      build_.SetInsertPoint(work);
    }
    llvm::Value* written = Get(value, row, false);
    if (written->getType()->isVectorTy()) {
      llvm::Value* last = build_.getInt32(shape_.width - 1);
      if (mask_) {
        llvm::Value* bits = build_.CreateBitCast(MaskOf(mask_, row, rows), build_.getIntNTy(shape_.width));
        bits = build_.CreateZExt(bits, build_.getInt32Ty());
        last = build_.CreateSub(build_.getInt32(31),
                                build_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, build_.getTrue()));
      }
      written = build_.CreateExtractElement(written, last);
    }
    build_.CreateAlignedStore(written, Get(address, row, false), store.getAlign());
    if (!after) continue;
    build_.CreateBr(after);
    build_.SetInsertPoint(after);
  }
}

// --- atomics

// A block and its cluster run on one OS thread, and nothing else reaches its shared memory: nothing to lock there.
llvm::Value* Widener::Modify(llvm::AtomicRMWInst& atomic, llvm::Value* address, llvm::Value* operand, bool is_shared) {
  using llvm::AtomicRMWInst;
  auto locked = [&]() -> llvm::Value* {
    // Sums in places that differ from lane to lane cannot be combined.
    if (!lanes_.Varies(atomic.getPointerOperand()))
      if (llvm::FunctionCallee later = LaterSumOf(atomic, *to_->getParent()))
        return build_.CreateCall(later, {address, operand});
    auto* copy = build_.CreateAtomicRMW(atomic.getOperation(), address, operand, atomic.getAlign(),
                                        atomic.getOrdering(), atomic.getSyncScopeID());
    return copy;
  };
  if (!is_shared) return locked();
  llvm::Value* old = build_.CreateAlignedLoad(operand->getType(), address, atomic.getAlign());
  llvm::Value* changed = nullptr;
  auto chosen = [&](llvm::CmpInst::Predicate order) {
    return build_.CreateSelect(build_.CreateICmp(order, old, operand), old, operand);
  };
  switch (atomic.getOperation()) {
    case AtomicRMWInst::Xchg: changed = operand; break;
    case AtomicRMWInst::Add: changed = build_.CreateAdd(old, operand); break;
    case AtomicRMWInst::Sub: changed = build_.CreateSub(old, operand); break;
    case AtomicRMWInst::And: changed = build_.CreateAnd(old, operand); break;
    case AtomicRMWInst::Or: changed = build_.CreateOr(old, operand); break;
    case AtomicRMWInst::Xor: changed = build_.CreateXor(old, operand); break;
    case AtomicRMWInst::Max: changed = chosen(llvm::CmpInst::ICMP_SGT); break;
    case AtomicRMWInst::Min: changed = chosen(llvm::CmpInst::ICMP_SLT); break;
    case AtomicRMWInst::UMax: changed = chosen(llvm::CmpInst::ICMP_UGT); break;
    case AtomicRMWInst::UMin: changed = chosen(llvm::CmpInst::ICMP_ULT); break;
    case AtomicRMWInst::FAdd: changed = build_.CreateFAdd(old, operand); break;
    default: return locked();
  }
  build_.CreateAlignedStore(changed, address, atomic.getAlign());
  return old;
}

bool Widener::IsInShared(const llvm::Value* address) const {
  const llvm::Value* object = llvm::getUnderlyingObject(address, 0);
  return object == region_.State(kShared) || object == region_.State(kDynamicShared);
}

// Integers that are added to without a look at the result add up in any order.
bool Widener::IsSum(const llvm::AtomicRMWInst& atomic) {
  const auto operation = atomic.getOperation();
  return atomic.use_empty() && (operation == llvm::AtomicRMWInst::Add || operation == llvm::AtomicRMWInst::Sub);
}

// All lanes add to the number at `address`.
void Widener::AddSum(llvm::AtomicRMWInst& atomic, llvm::Value* address) {
  llvm::Value *operand = atomic.getValOperand(), *sum = nullptr;
  if (lanes_.Varies(operand)) {
    llvm::Value* all = Flat(operand);
    if (mask_) {
      llvm::Value* here = build_.CreateBitCast(mask_, llvm::FixedVectorType::get(build_.getInt1Ty(), 32));
      all = build_.CreateSelect(here, all, llvm::Constant::getNullValue(all->getType()));
    }
    sum = build_.CreateAddReduce(all);
  } else {
    llvm::Value* count = build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, Word());
    sum = build_.CreateMul(Get(operand, 0, false), build_.CreateZExtOrTrunc(count, operand->getType()));
  }
  Modify(atomic, address, sum, IsInShared(atomic.getPointerOperand()));
}

// Equal in two lanes exactly if the address is; of few bits where that is easy.
llvm::Value* Widener::PlacesOf(llvm::Value* address) {
  auto varies_here = [&](llvm::Value* value) { return here_.contains(value) && lanes_.Varies(value); };
  auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
  if (!element || !varies_here(element)) return Flat(address);
  llvm::Value* index = nullptr;
  for (llvm::Value* operand : element->operands()) {
    if (!lanes_.Varies(operand)) continue;
    if (index || operand == element->getPointerOperand() || !varies_here(operand)) return Flat(address);
    index = operand;
  }
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index)) {
    llvm::Value* narrow = llvm::cast<llvm::CastInst>(index)->getOperand(0);
    if (!varies_here(narrow)) break;
    index = narrow;
  }
  return Flat(index);
}

void Widener::WidenSum(llvm::AtomicRMWInst& atomic) {
  llvm::Value* address = atomic.getPointerOperand();
  if (!lanes_.Varies(address)) return AddSum(atomic, Get(address, 0, false));
  if (lanes_.Stride(address).value_or(0) != 0) return ModifyLaneByLane(atomic);
  llvm::Value* first = build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, Word(), build_.getTrue());
  llvm::Value* places = build_.CreateFreeze(PlacesOf(address));
  llvm::Value* common = build_.CreateVectorSplat(shape_.lanes(), build_.CreateExtractElement(places, first));
  llvm::Value* differs = build_.CreateBitCast(build_.CreateICmpNE(places, common), build_.getInt32Ty());
  llvm::Value* is_common = build_.CreateIsNull(build_.CreateAnd(differs, Word()));
  auto *once = llvm::BasicBlock::Create(context_, "", to_), *apart = llvm::BasicBlock::Create(context_, "", to_),
       *after = llvm::BasicBlock::Create(context_, "", to_);
  build_.CreateCondBr(is_common, once, apart);
  build_.SetInsertPoint(once);
  AddSum(atomic, build_.CreateExtractElement(Flat(address), first));
  build_.CreateBr(after);
  build_.SetInsertPoint(apart);
  ModifyLaneByLane(atomic);
  build_.CreateBr(after);
  build_.SetInsertPoint(after);
}

void Widener::ModifyLaneByLane(llvm::AtomicRMWInst& atomic) {
  const bool is_shared = IsInShared(atomic.getPointerOperand());
  const Spilled addresses = Spill(atomic.getPointerOperand()), operands = Spill(atomic.getValOperand());
  Spilled results;
  if (!atomic.use_empty()) results = MakeArray(atomic.getType());
  ForEachLane(Word(), [&](llvm::Value* lane) {
    llvm::Value* old = Modify(atomic, Read(addresses, lane), Read(operands, lane), is_shared);
    if (results.array) Write(results, lane, old);
  });
  if (results.array) TakeFrom(results, atomic);
}

void Widener::SwapLaneByLane(llvm::CallBase& swap) {
  const bool is_shared = IsInShared(swap.getArgOperand(0));
  const Spilled addresses = Spill(swap.getArgOperand(0)), expected = Spill(swap.getArgOperand(1)),
                wanted = Spill(swap.getArgOperand(2)), results = MakeArray(swap.getType());
  ForEachLane(Word(), [&](llvm::Value* lane) {
    llvm::Value *address = Read(addresses, lane), *old = Read(expected, lane), *next = Read(wanted, lane);
    if (is_shared) {
      llvm::Value* found = build_.CreateLoad(swap.getType(), address);
      build_.CreateStore(build_.CreateSelect(build_.CreateICmpEQ(found, old), next, found), address);
      return Write(results, lane, found);
    }
    constexpr auto kOrder = llvm::AtomicOrdering::SequentiallyConsistent;
    llvm::Value* pair = build_.CreateAtomicCmpXchg(address, old, next, llvm::MaybeAlign(), kOrder, kOrder);
    Write(results, lane, build_.CreateExtractValue(pair, 0));
  });
  TakeFrom(results, swap);
}

void Widener::LoadAtomically(llvm::LoadInst& load) {
  auto load_from = [&](llvm::Value* address) {
    llvm::LoadInst* copy = build_.CreateAlignedLoad(load.getType(), address, load.getAlign());
    copy->setAtomic(load.getOrdering(), load.getSyncScopeID());
    return copy;
  };
  llvm::Value* address = load.getPointerOperand();
  if (!lanes_.Varies(address)) {
    here_[&load] = {.rows = {load_from(Get(address, 0, false))}, .first = {}, .fits = {}};
    return;
  }
  const Spilled addresses = Spill(address), results = MakeArray(load.getType());
  ForEachLane(Word(), [&](llvm::Value* lane) { Write(results, lane, load_from(Read(addresses, lane))); });
  TakeFrom(results, load);
}

void Widener::StoreAtomically(llvm::StoreInst& store) {
  const Spilled addresses = Spill(store.getPointerOperand()), values = Spill(store.getValueOperand());
  auto store_to = [&](llvm::Value* address, llvm::Value* value) {
    build_.CreateAlignedStore(value, address, store.getAlign())->setAtomic(store.getOrdering(), store.getSyncScopeID());
  };
  if (addresses.one && values.one) return store_to(addresses.one, values.one);
  ForEachLane(Word(), [&](llvm::Value* lane) { store_to(Read(addresses, lane), Read(values, lane)); });
}

}  // namespace lockstep::pass::warp
