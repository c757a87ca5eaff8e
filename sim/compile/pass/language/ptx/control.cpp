// Branches, and what ends or delays a thread.

#include "sim/compile/pass/language/ptx/lowerings.h"

namespace lockstep::pass::lower {

void Branch(PtxLowering& ptx) { ptx.JumpTo(ptx.argument(0).number); }

void Trap(PtxLowering& ptx) { ptx.Call("__lockstep_trap", ptx.build().getVoidTy(), {}); }

// The thread leaves the kernel, also from within a function.
void Exit(PtxLowering& ptx) { ptx.Call("__lockstep_exit", ptx.build().getVoidTy(), {}); }

void Sleep(PtxLowering& ptx) { ptx.Call("__lockstep_yield", ptx.build().getVoidTy(), {}); }

// Advice to the hardware, without effect on results.
void Hint(PtxLowering&) {}

// The same for one line of the cache.
void HintForLine(PtxLowering& ptx) {
  const ptx::Argument& size = ptx.argument(1);
  if (size.form == ptx::Argument::Form::kWhole && size.whole != 128)
    ptx.Complain("the size is that of a line of the cache: 128 bytes");
}

}  // namespace lockstep::pass::lower
