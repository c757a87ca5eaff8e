#include "sim/compile/pass/ptx/spaces.h"

#include "sim/compile/pass/ptx/lowerings.h"
#include "sim/hooks/state.h"

namespace lockstep::pass::lower {

static llvm::Value* SharedBase(PtxLowering& ptx) {
  llvm::CallInst* base = ptx.Call("__lockstep_dynamic_shared", ptx.build().getPtrTy(), {});
  base->setDoesNotAccessMemory();
  return base;
}

llvm::Value* FromShared(PtxLowering& ptx, llvm::Value* number) {
  llvm::IRBuilder<>& build = ptx.build();
  number = build.CreateSub(build.CreateTrunc(number, build.getInt32Ty()), build.getInt32(LOCKSTEP_SHARED_WINDOW));
  return build.CreateGEP(build.getInt8Ty(), SharedBase(ptx), build.CreateSExt(number, build.getInt64Ty()));
}

llvm::Value* ToShared(PtxLowering& ptx, llvm::Value* address) {
  llvm::IRBuilder<>& build = ptx.build();
  llvm::Value* offset = build.CreateSub(address, build.CreatePtrToInt(SharedBase(ptx), build.getInt64Ty()));
  return build.CreateAnd(build.CreateAdd(offset, build.getInt64(LOCKSTEP_SHARED_WINDOW)), 0xffffffffu);
}

bool NamesShared(const PtxLowering& ptx) {
  return ptx.Has("shared") || ptx.Has("shared::cta") || ptx.Has("shared::cluster");
}

llvm::Value* AddressIn(PtxLowering& ptx, std::size_t i, bool is_shared) {
  llvm::IRBuilder<>& build = ptx.build();
  const ptx::Argument& address = ptx.argument(i);
  llvm::Value* base = ptx.Get(address.parts[0]);
  if (!is_shared && base->getType()->isIntegerTy(32)) {
    ptx.Complain("an address has 64 bits, except in shared memory");
    return llvm::PoisonValue::get(build.getPtrTy());
  }
  llvm::Value* start = is_shared ? FromShared(ptx, base) : build.CreateIntToPtr(base, build.getPtrTy());
  return address.whole == 0 ? start : build.CreateGEP(build.getInt8Ty(), start, build.getInt64(address.whole));
}

void ConvertAddress(PtxLowering& ptx) {
  llvm::IRBuilder<>& build = ptx.build();
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
  llvm::Value* holds = ptx.Has("global")            ? is(0)
                       : ptx.Has("shared::cluster") ? build.CreateOr(is(1), is(4))
                       : ptx.Has("const")           ? is(2)
                       : ptx.Has("local")           ? is(3)
                       : ptx.Has("param")           ? build.getFalse()
                                                    : is(1);
  ptx.Set(0, holds);
}

}  // namespace lockstep::pass::lower
