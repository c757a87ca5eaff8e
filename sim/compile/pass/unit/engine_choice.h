#pragma once

// In: a kernel's body, the functions that it can reach, and those that wait for other threads.
// Out: the engine that runs it (sim/launch/engine.h), and the reason as text: where it waits, or that it never does.

#include <optional>
#include <string>

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "sim/compile/pass/unit/call_graph.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {

struct EngineChoice {
  LockstepEngine kind = LOCKSTEP_LOOPS;
  std::string reason;  // the end of a sentence: "it waits at `__syncthreads` (sum.cu:9)"
};

struct EngineWishes {
  std::optional<LockstepEngine> asked;  // `--engine`
  bool in_step = false;                 // lanes that run ahead must let the others catch up
};

// Reports an error at the kernel if plain loops are requested and it waits.
EngineChoice ChooseEngine(const llvm::Function& kernel, const CallGraph& calls,
                          const llvm::SetVector<llvm::Function*>& waits, const EngineWishes& wishes);

// The line of `build -v` for a kernel: "sum.cu:3: kernel `sum(int*)` runs on fibers: it waits at ...".
void ShowEngine(const llvm::Function& kernel, const EngineChoice& choice);

}  // namespace lockstep::pass
