// Barriers that are words in shared memory, as those of cuda::barrier (sim/toolkit/cuda/barrier): the phase in the top
// bit, how many are expected from bit 32 on, and how many are missing in the low half.

#include "sim/compile/pass/ptx/lowerings.h"
#include "sim/compile/pass/ptx/spaces.h"

namespace lockstep::pass::lower {
namespace {

using Order = llvm::AtomicOrdering;

constexpr std::uint64_t kPhase = std::uint64_t{1} << 63, kMissing = 0xffffffff, kOneExpected = std::uint64_t{1} << 32;
constexpr unsigned kBytes = 8;

llvm::Value* Word(PtxLowering& ptx, llvm::Value* address) {
  llvm::LoadInst* word = ptx.build().CreateAlignedLoad(ptx.build().getInt64Ty(), address, llvm::Align(kBytes));
  word->setAtomic(Order::Acquire);
  return word;
}

// The word after `count` more have arrived; with the last one the next phase begins.
llvm::Value* AfterArrival(PtxLowering& ptx, llvm::Value* word, llvm::Value* count, bool drops) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* next = build.CreateSub(word, count);
  if (drops) next = build.CreateSub(next, build.CreateMul(count, build.getInt64(kOneExpected)));
  llvm::Value* is_last = build.CreateIsNull(build.CreateAnd(next, kMissing));
  llvm::Value* fresh = build.CreateOr(build.CreateXor(next, build.getInt64(kPhase)),
                                      build.CreateLShr(build.CreateAnd(next, ~kPhase), 32));
  return build.CreateSelect(is_last, fresh, next);
}

// Returns the word before.
llvm::Value* Arrive(PtxLowering& ptx, llvm::Value* address, llvm::Value* count, bool drops) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* first = Word(ptx, address);
  const PtxLowering::Loop loop = ptx.StartLoop();
  llvm::PHINode* old = build.CreatePHI(build.getInt64Ty(), 2);
  llvm::Value* swap = build.CreateAtomicCmpXchg(address, old, AfterArrival(ptx, old, count, drops), llvm::Align(kBytes),
                                                Order::AcquireRelease, Order::Acquire);
  llvm::Value* failed = build.CreateNot(build.CreateExtractValue(swap, 1));
  llvm::Value* seen = build.CreateExtractValue(swap, 0);
  llvm::BasicBlock* again = ptx.EnterBodyIf(failed, loop);
  build.CreateBr(loop.loop);
  old->addIncoming(first, loop.before), old->addIncoming(seen, again);
  ptx.EndLoop();
  return old;
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
  count = build.CreateOr(count, build.CreateShl(count, 32));
  build.CreateAlignedStore(count, AddressIn(ptx, 0, NamesShared(ptx)), llvm::Align(kBytes));
}

void ArriveAtObject(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.Has("shared::cluster") && ptx.argument(0).form != ptx::Argument::Form::kSink)
    return ptx.Complain("an arrival at a barrier in shared::cluster gives no state: write `_`");
  llvm::Value* count = ptx.has(2) ? build.CreateZExt(ptx.Get(2), build.getInt64Ty()) : build.getInt64(1);
  ptx.Set(0, Arrive(ptx, AddressIn(ptx, 1, NamesShared(ptx)), count, ptx.Has("arrive_drop")));
}

// The copies are done, so the thread has arrived.
void ArriveAfterCopies(PtxLowering& ptx) {
  Arrive(ptx, AddressIn(ptx, 0, NamesShared(ptx)), ptx.build().getInt64(1), false);
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
  ptx.EndLoop();
  llvm::PHINode* result = llvm::PHINode::Create(build.getInt1Ty(), 2, "", loop.after->begin());
  result->addIncoming(at_once, loop.loop), result->addIncoming(later, body);
  ptx.Set(0, result);
}

void PendingCount(PtxLowering& ptx) { ptx.Set(0, ptx.build().CreateTrunc(ptx.Get(1), ptx.build().getInt32Ty())); }

}  // namespace lockstep::pass::lower
