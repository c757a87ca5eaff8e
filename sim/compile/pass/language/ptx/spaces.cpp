#include "sim/compile/pass/language/ptx/spaces.h"

#include "sim/compile/pass/language/ptx/lowerings.h"
#include "sim/hooks/state.h"

namespace lockstep::pass::lower {

static llvm::Value* SharedBase(PtxLowering& ptx) {
  llvm::CallInst* base = ptx.Call("__lockstep_dynamic_shared", ptx.build().getPtrTy(), {});
  base->setDoesNotAccessMemory();
  return base;
}

// st.async and red.async access the cluster's, whether they say so or not.
static bool IsOfCluster(const PtxLowering& ptx) {
  return ptx.Has("shared::cluster") || (ptx.Has("async") && ptx.Has("mbarrier::complete_tx::bytes"));
}

llvm::Value* FromShared(PtxLowering& ptx, llvm::Value* number) {
  llvm::IRBuilder<>& build = ptx.build();
  if (IsOfCluster(ptx))
    return ptx.Call("__lockstep_from_cluster", build.getPtrTy(), {build.CreateTrunc(number, build.getInt32Ty())});
  number = build.CreateSub(build.CreateTrunc(number, build.getInt32Ty()), build.getInt32(LOCKSTEP_SHARED_WINDOW));
  return build.CreateGEP(build.getInt8Ty(), SharedBase(ptx), build.CreateSExt(number, build.getInt64Ty()));
}

llvm::Value* ToShared(PtxLowering& ptx, llvm::Value* address) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.Has("shared::cluster")) {
    llvm::Value* pointer = build.CreateIntToPtr(address, build.getPtrTy());
    return build.CreateZExt(ptx.Call("__lockstep_to_cluster", build.getInt32Ty(), {pointer}), build.getInt64Ty());
  }
  llvm::Value* offset = build.CreateSub(address, build.CreatePtrToInt(SharedBase(ptx), build.getInt64Ty()));
  return build.CreateAnd(build.CreateAdd(offset, build.getInt64(LOCKSTEP_SHARED_WINDOW)), 0xffffffffu);
}

bool NamesShared(const PtxLowering& ptx) {
  return ptx.Has("shared") || ptx.Has("shared::cta") || ptx.Has("shared::cluster");
}

static llvm::Value* StartIn(PtxLowering& ptx, const ptx::Argument& given, bool is_shared) {
  llvm::IRBuilder<>& build = ptx.build();
  if (given.form == ptx::Argument::Form::kVariable) return ptx.AddressOf(given);
  llvm::Value* base = ptx.Get(given);
  if (!is_shared && base->getType()->isIntegerTy(32)) {
    ptx.Complain("an address has 64 bits, except in shared memory");
    return llvm::PoisonValue::get(build.getPtrTy());
  }
  return is_shared ? FromShared(ptx, base) : build.CreateIntToPtr(base, build.getPtrTy());
}

llvm::Value* AddressIn(PtxLowering& ptx, std::size_t i, bool is_shared) {
  llvm::IRBuilder<>& build = ptx.build();
  const ptx::Argument& address = ptx.argument(i);
  llvm::Value* start = StartIn(ptx, address.parts[0], is_shared);
  return address.whole == 0 ? start : build.CreateGEP(build.getInt8Ty(), start, build.getInt64(address.whole));
}

void ConvertAddress(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  if (ptx.Has("to") && ptx.argument(1).form == ptx::Argument::Form::kVariable)
    return ptx.Complain("`cvta.to` takes a register: the variable's address is in its space already");
  llvm::Value* address = build.CreateZExt(ptx.Get(1), build.getInt64Ty());
  if (NamesShared(ptx))
    address =
        ptx.Has("to") ? ToShared(ptx, address) : build.CreatePtrToInt(FromShared(ptx, address), build.getInt64Ty());
  ptx.Set(0, build.CreateTrunc(address, ptx.ValuesOf(ptx.type())));
}

void TestSpace(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = build.CreateIntToPtr(build.CreateZExt(ptx.Get(1), build.getInt64Ty()), build.getPtrTy());
  llvm::Value* space = ptx.Call("__lockstep_state_space", build.getInt32Ty(), {address});
  auto is = [&](unsigned code) { return build.CreateICmpEQ(space, build.getInt32(code)); };
  // The codes of sim/toolkit/lockstep/device.h. A kernel's parameters are in no space that a pointer can name.
  llvm::Value* holds = ptx.Has("global")                             ? is(0)
                       : ptx.Has("shared::cluster")                  ? build.CreateOr(is(1), is(4))
                       : ptx.Has("const")                            ? is(2)
                       : ptx.Has("local")                            ? is(3)
                       : ptx.Has("param") || ptx.Has("param::entry") ? build.getFalse()
                                                                     : is(1);
  ptx.Set(0, holds);
}

// The address of the same variable in the block of a rank of the cluster.
void MapAddress(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value *address = ptx.Get(1), *rank = ptx.Get(2);
  if (!NamesShared(ptx)) {
    llvm::Value* pointer = build.CreateIntToPtr(build.CreateZExt(address, build.getInt64Ty()), build.getPtrTy());
    pointer = ptx.Call("__lockstep_map_shared", build.getPtrTy(), {pointer, rank});
    return ptx.Set(0, build.CreatePtrToInt(pointer, ptx.ValuesOf(ptx.type())));
  }
  llvm::Value* block = build.CreateShl(build.CreateAdd(rank, build.getInt32(1)), LOCKSTEP_CLUSTER_RANK);
  llvm::Value* place =
      build.CreateAnd(build.CreateTrunc(address, build.getInt32Ty()), (1u << LOCKSTEP_CLUSTER_RANK) - 1);
  ptx.Set(0, build.CreateZExt(build.CreateOr(place, block), ptx.ValuesOf(ptx.type())));
}

void RankOfAddress(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* address = ptx.Get(1);
  if (!NamesShared(ptx)) {
    llvm::Value* pointer = build.CreateIntToPtr(build.CreateZExt(address, build.getInt64Ty()), build.getPtrTy());
    return ptx.Set(0, ptx.Call("__lockstep_shared_rank", build.getInt32Ty(), {pointer}));
  }
  llvm::Value* block = build.CreateLShr(build.CreateTrunc(address, build.getInt32Ty()), LOCKSTEP_CLUSTER_RANK);
  ptx.Set(0, build.CreateSelect(build.CreateIsNull(block), ptx.Special("cluster_ctarank"),
                                build.CreateSub(block, build.getInt32(1))));
}

}  // namespace lockstep::pass::lower
