// Bulk copies and reductions (cp.async.bulk, cp.reduce.async.bulk). They are done at once, the earliest moment that PTX
// allows: then the barrier hears of the bytes. Bulk groups wait for nothing, but the checker hears of them.

#include "sim/compile/pass/language/ptx/barrier_objects.h"
#include "sim/compile/pass/language/ptx/copies.h"
#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/spaces.h"
#include "sim/compile/pass/language/ptx/updates.h"
#include "sim/compile/pass/unit/modelled_features.h"

namespace lockstep::pass::lower {
namespace {

constexpr std::uint64_t kUnit = 16;  // of addresses and sizes, in bytes

bool Completes(const PtxLowering& ptx) { return ptx.Has("mbarrier::complete_tx::bytes"); }

// The first three operands of each form. With a barrier, the destination is in shared memory, else in global memory.
struct Bulk {
  llvm::Value *to, *from, *size;  // the size has 64 bits
};
Bulk BulkOf(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const ptx::Argument& size = ptx.argument(2);
  if (size.form == ptx::Argument::Form::kWhole && size.whole % kUnit != 0)
    ptx.Complain("a bulk copy's size is a multiple of 16");
  const bool from_shared = !Completes(ptx) || !ptx.Has("global");
  const Bulk made{.to = AddressIn(ptx, 0, Completes(ptx)),
                  .from = AddressIn(ptx, 1, from_shared),
                  .size = build.CreateZExt(ptx.Get(2), build.getInt64Ty())};
  ptx.Call("__lockstep_copies_in_bulk", build.getVoidTy(), {made.to, made.from, made.size});
  return made;
}

void Copy(PtxLowering& ptx, const Bulk& bulk) {
  const llvm::Align alignment(kUnit);
  MarkAsynchronous(*ptx.build().CreateMemCpy(bulk.to, alignment, bulk.from, alignment, bulk.size));
}

// `written`: how many bytes nobody may read yet.
void Report(PtxLowering& ptx, const Bulk& bulk, llvm::Value* written) {
  ReportCopy(ptx, {.to = bulk.to,
                   .size = written,
                   .from = bulk.from,
                   .taken = bulk.size,
                   .in_bulk = true,
                   .barrier = Completes(ptx) ? AddressIn(ptx, 3, true) : nullptr});
}

void Complete(PtxLowering& ptx, const Bulk& bulk) {
  if (Completes(ptx)) CompleteBytes(ptx, AddressIn(ptx, 3, true), bulk.size);
}

}  // namespace

void CopyBulk(PtxLowering& ptx) {
  const Bulk bulk = BulkOf(ptx);
  Copy(ptx, bulk);
  Report(ptx, bulk, bulk.size);
  Complete(ptx, bulk);
}

// To the same place in each block of the cluster whose bit is set, and its barrier hears of it.
void CopyToMany(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const Bulk bulk = BulkOf(ptx);
  llvm::Value* barrier = AddressIn(ptx, 3, true);
  llvm::Value* blocks = build.CreateZExt(ptx.Get(4), build.getInt64Ty());
  llvm::Value* count = build.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, blocks);
  llvm::AllocaInst* rest = llvm::cast<llvm::AllocaInst>(ptx.Room(build.getInt64Ty()));
  build.CreateStore(blocks, rest)->setDebugLoc({});
  ptx.ForEach(count, 1, [&](llvm::Value*) {
    llvm::LoadInst* left = build.CreateLoad(build.getInt64Ty(), rest);
    left->setDebugLoc({});
    llvm::Value* rank = build.CreateIntrinsic(llvm::Intrinsic::cttz, {left->getType()}, {left, build.getFalse()});
    rank = build.CreateTrunc(rank, build.getInt32Ty());
    build.CreateStore(build.CreateAnd(left, build.CreateSub(left, build.getInt64(1))), rest)->setDebugLoc({});
    auto in_block = [&](llvm::Value* address) {
      return ptx.Call("__lockstep_map_shared", build.getPtrTy(), {address, rank});
    };
    Copy(ptx, {.to = in_block(bulk.to), .from = bulk.from, .size = bulk.size});
    CompleteBytes(ptx, in_block(barrier), bulk.size);
  });
}

// Each element is updated for itself.
void UpdateBulk(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const Bulk bulk = BulkOf(ptx);
  llvm::Type* type = ptx.ValuesOf(ptx.type());
  const std::uint64_t bytes = ptx::BitsOf(ptx.type()) / 8;
  ptx.ForEach(bulk.size, bytes, [&](llvm::Value* place) {
    llvm::Value* from = build.CreateGEP(build.getInt8Ty(), bulk.from, place);
    llvm::LoadInst* value = build.CreateAlignedLoad(type, from, llvm::Align(bytes));
    MarkAsynchronous(*value);
    UpdateElement(ptx, build.CreateGEP(build.getInt8Ty(), bulk.to, place), value);
  });
  Report(ptx, bulk, build.getInt64(0));
  Complete(ptx, bulk);
}

}  // namespace lockstep::pass::lower
