// Barriers that are words in shared memory, as those of cuda::barrier (sim/toolkit/cuda/barrier): the phase in the top
// bit, then how many threads are expected, how many bytes are missing (signed), and how many threads are: 21 bits each.

#include "sim/compile/pass/language/ptx/barrier_objects.h"

#include "sim/compile/pass/language/atomic_scopes.h"
#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/parts.h"
#include "sim/compile/pass/language/ptx/spaces.h"

namespace lockstep::pass::lower {
namespace {

using Order = llvm::AtomicOrdering;

constexpr unsigned kCount = 21;  // bits
constexpr std::uint64_t kPhase = std::uint64_t{1} << 63, kOneByte = std::uint64_t{1} << kCount,
                        kOneExpected = std::uint64_t{1} << 2 * kCount;
constexpr std::uint64_t kMissing = kOneExpected - 1;  // of threads and bytes
constexpr unsigned kBytes = 8;

llvm::Value* Word(PtxLowering& ptx, llvm::Value* address) {
  llvm::LoadInst* word = ptx.build().CreateAlignedLoad(ptx.build().getInt64Ty(), address, llvm::Align(kBytes));
  word->setAtomic(Order::Acquire);
  return word;
}

// The operation on a barrier. The values have 64 bits; null: none.
struct Change {
  llvm::Value* arrive = nullptr;  // threads
  bool drops = false;             // they are not expected any more
  llvm::Value* expect = nullptr;  // bytes
};

// The word afterwards: with the last thread and byte the next phase begins.
llvm::Value* After(PtxLowering& ptx, llvm::Value* word, const Change& change) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* next = word;
  if (change.expect) {
    constexpr std::uint64_t kBytes = kMissing & ~(kOneByte - 1);
    llvm::Value* sum = build.CreateAdd(next, build.CreateShl(change.expect, kCount));
    next = build.CreateOr(build.CreateAnd(next, ~kBytes), build.CreateAnd(sum, kBytes));
  }
  if (change.arrive) next = build.CreateSub(next, change.arrive);
  if (change.drops) next = build.CreateSub(next, build.CreateMul(change.arrive, build.getInt64(kOneExpected)));
  llvm::Value* is_last = build.CreateIsNull(build.CreateAnd(next, kMissing));
  llvm::Value* fresh = build.CreateOr(build.CreateXor(next, build.getInt64(kPhase)),
                                      build.CreateLShr(build.CreateAnd(next, ~kPhase), 2 * kCount));
  return build.CreateSelect(is_last, fresh, next);
}

// Returns the word before.
llvm::Value* Update(PtxLowering& ptx, llvm::Value* address, const Change& change) {
  UpdateLoop loop{.type = ptx.build().getInt64Ty(), .order = Order::AcquireRelease};
  loop.changed = [&](llvm::Value* old) { return After(ptx, old, change); };
  loop.mark = MarkOrdered;
  return Repeat(ptx, address, loop);
}

llvm::Value* HasLeft(PtxLowering& ptx, llvm::Value* address, llvm::Value* phase) {
  llvm::IRBuilder<>& build = ptx.build();
  return build.CreateICmpNE(build.CreateAnd(Word(ptx, address), kPhase), phase);
}

}  // namespace

// A plain store: others may use the barrier only after a barrier of the block.
void InitObject(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* count = build.CreateZExt(ptx.Get(1), build.getInt64Ty());
  count = build.CreateOr(count, build.CreateShl(count, 2 * kCount));
  build.CreateAlignedStore(count, AddressIn(ptx, 0, NamesShared(ptx)), llvm::Align(kBytes));
}

void ArriveAtObject(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.Has("shared::cluster") && ptx.argument(0).form != ptx::Argument::Form::kSink)
    return ptx.Complain("an arrival at a barrier in shared::cluster gives no state: write `_`");
  llvm::Value* given = ptx.has(2) ? build.CreateZExt(ptx.Get(2), build.getInt64Ty()) : nullptr;
  const bool expects = ptx.Has("expect_tx");
  const Change change{.arrive = given && !expects ? given : build.getInt64(1),
                      .drops = ptx.Has("arrive_drop"),
                      .expect = expects ? given : nullptr};
  ptx.Set(0, Update(ptx, AddressIn(ptx, 1, NamesShared(ptx)), change));
}

void CompleteBytes(PtxLowering& ptx, llvm::Value* address, llvm::Value* bytes) {
  Update(ptx, address, {.expect = ptx.build().CreateNeg(bytes)});
}

void CountBytes(PtxLowering& ptx) {
  llvm::Value* bytes = ptx.build().CreateZExt(ptx.Get(1), ptx.build().getInt64Ty());
  llvm::Value* address = AddressIn(ptx, 0, NamesShared(ptx));
  if (ptx.Has("complete_tx")) return CompleteBytes(ptx, address, bytes);
  Update(ptx, address, {.expect = bytes});
}

// The copies are done, so the count of those that are missing does not change.
void ArriveWithCopies(PtxLowering& ptx) {
  ptx.Call("__lockstep_async_arrive", ptx.build().getVoidTy(), {AddressIn(ptx, 0, NamesShared(ptx))});
}

// The copies are done, so the thread has arrived.
void ArriveAfterCopies(PtxLowering& ptx) {
  ArriveWithCopies(ptx);
  Update(ptx, AddressIn(ptx, 0, NamesShared(ptx)), {.arrive = ptx.build().getInt64(1)});
}

// A failed look lets others run: programs look again and again.
void LookAtObject(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = AddressIn(ptx, 1, NamesShared(ptx));
  llvm::Value* phase = ptx.Has("parity") ? build.CreateShl(build.CreateZExt(ptx.Get(2), build.getInt64Ty()), 63)
                                         : build.CreateAnd(ptx.Get(2), kPhase);
  llvm::Value* at_once = HasLeft(ptx, address, phase);
  const PtxLowering::Loop loop = ptx.StartLoop();
  llvm::BasicBlock* body = ptx.EnterBodyIf(build.CreateNot(at_once), loop);
  ptx.Call("__lockstep_yield", build.getVoidTy(), {});
  llvm::Value* later = HasLeft(ptx, address, phase);
  build.CreateBr(loop.after);
  ptx.End(loop);
  llvm::PHINode* result = llvm::PHINode::Create(build.getInt1Ty(), 2, "", loop.after->begin());
  result->addIncoming(at_once, loop.loop), result->addIncoming(later, body);
  ptx.Set(0, result);
}

void PendingCount(PtxLowering& ptx) {
  llvm::Value* threads = ptx.build().CreateAnd(ptx.Get(1), kOneByte - 1);
  ptx.Set(0, ptx.build().CreateTrunc(threads, ptx.build().getInt32Ty()));
}

}  // namespace lockstep::pass::lower
