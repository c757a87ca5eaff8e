#pragma once

// The warp engine's compiler, from a kernel's body to the entry that runs a block of it, 32 threads at a time in the
// lanes of vectors. MakeWholeWarps is the table of contents.

#include <string>

#include "llvm/IR/PassManager.h"
#include "sim/compile/pass/unit/engine_choice.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/warp/first_writes.h"
#include "sim/compile/pass/warp/widen.h"

namespace lockstep::pass::warp {

struct Options : WidenOptions {
  bool general = false;  // for tests: never use what is known of threadIdx in rows
  // Refuse a kernel that is expected to be faster as a loop over its threads. Only for kernels that never wait.
  bool must_gain = false;
  bool keep_lines = false;  // of debug information
  bool in_time = false;     // a large kernel has one version of its code only
  // For tests: also for processors whose vectors are too short to gain anything.
  bool any_processor = false;
};

struct WholeWarps {
  llvm::Function* entry = nullptr;            // void entry(const LockstepBlock*, void* const* args)
  bool is_large = false;                      // code is there with masks only, so that it is compiled in time
  std::vector<FirstWrite> first_writes = {};  // of a whole block
  std::string refusal;                        // without an entry: why, as a part of a sentence
};

WholeWarps MakeWholeWarps(const KernelBody& body, llvm::GlobalVariable* shared_base,
                          llvm::FunctionAnalysisManager& analyses, const Options& options);

// The choice where whole warps are requested; a kernel that they do not suit runs with the engine `otherwise`.
EngineChoice PreferWarps(const EngineChoice& otherwise, const WholeWarps& warps);

}  // namespace lockstep::pass::warp
