// Asynchronous copies by single threads (cp.async), and the groups of copies that threads wait for. They are done at
// once, the earliest moment that PTX allows; the checker knows that nobody may rely on that.

#include "sim/compile/pass/language/ptx/copies.h"

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/compile/pass/language/ptx/spaces.h"
#include "sim/compile/pass/unit/modelled_features.h"
#include "sim/hooks/check.h"

namespace lockstep::pass::lower {
namespace {

unsigned GroupsOf(const PtxLowering& ptx) {
  if (!ptx.Has("bulk")) return LOCKSTEP_COPIES_PLAIN;
  return ptx.Has("read") ? LOCKSTEP_COPIES_BULK_READ : LOCKSTEP_COPIES_BULK;
}

void Commit(PtxLowering& ptx) {
  ptx.Call("__lockstep_async_commit", ptx.build().getVoidTy(), {ptx.build().getInt32(GroupsOf(ptx))});
}

// Of a copy of `size` bytes: how many come from the source, which may be ignored.
llvm::Value* SizeOfSource(PtxLowering& ptx, std::uint64_t size) {
  llvm::IRBuilder<>& build = ptx.build();
  const ptx::Argument& given = ptx.argument(3);
  if (given.form == ptx::Argument::Form::kNone || given.type == ptx::Type::k_b64) return build.getInt64(size);
  if (given.type == ptx::Type::k_pred)
    return build.CreateSelect(ptx.Get(given), build.getInt64(0), build.getInt64(size));
  if (given.form == ptx::Argument::Form::kWhole && given.whole > size)
    ptx.Complain("`cp.async` takes at most as many bytes from the source as it copies");
  llvm::Value* taken =
      build.CreateBinaryIntrinsic(llvm::Intrinsic::umin, ptx.Get(given), build.getInt32(static_cast<unsigned>(size)));
  return build.CreateZExt(taken, build.getInt64Ty());
}

}  // namespace

void ReportCopy(PtxLowering& ptx, const AsyncCopy& copy) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* barrier = copy.barrier ? copy.barrier : llvm::ConstantPointerNull::get(build.getPtrTy());
  ptx.Call("__lockstep_async_copy", build.getVoidTy(),
           {copy.to, copy.size, copy.from, copy.taken,
            build.getInt32(copy.in_bulk ? LOCKSTEP_COPIES_BULK : LOCKSTEP_COPIES_PLAIN), build.getInt32(1), barrier});
}

// Bytes that do not come from the source become zeros.
void CopyAsync(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const std::uint64_t size = ptx.argument(2).whole;
  if (size != 16 && (ptx.Has("cg") || (size != 4 && size != 8)))
    return ptx.Complain(ptx.Has("cg") ? "`cp.async.cg` copies 16 bytes" : "`cp.async.ca` copies 4, 8 or 16 bytes");
  llvm::Value *to = AddressIn(ptx, 0, true), *from = AddressIn(ptx, 1, false);
  const llvm::Align alignment(size);
  llvm::Value* taken = SizeOfSource(ptx, size);
  MarkAsynchronous(*build.CreateMemCpy(to, alignment, from, alignment, taken));
  if (!llvm::isa<llvm::ConstantInt>(taken))
    build.CreateMemSet(build.CreateGEP(build.getInt8Ty(), to, taken), build.getInt8(0),
                       build.CreateSub(build.getInt64(size), taken), llvm::Align(1));
  ReportCopy(ptx, {.to = to, .size = build.getInt64(size), .from = from, .taken = taken});
}

void CommitCopies(PtxLowering& ptx) { Commit(ptx); }

// PTX: `wait_all` commits what the thread has begun, and waits for all groups.
void WaitForCopies(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  const bool for_all = ptx.Has("wait_all");
  if (for_all) Commit(ptx);
  ptx.Call("__lockstep_async_wait", build.getVoidTy(),
           {build.getInt32(GroupsOf(ptx)), build.getInt64(for_all ? 0 : ptx.argument(0).whole)});
}

}  // namespace lockstep::pass::lower
