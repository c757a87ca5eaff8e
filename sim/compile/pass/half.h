#pragma once

// The state that the passes of a half work on (passes.def): its code, what was asked for, and what passes found out for
// later ones. A unit is compiled twice; its device half has the kernels, its host half what launches them.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "llvm/IR/PassManager.h"
#include "sim/compile/pass/facts/annotations.h"
#include "sim/compile/pass/facts/declared_types.h"
#include "sim/compile/pass/facts/struct_padding.h"
#include "sim/compile/pass/hooks/carried_values.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/hooks/round_hooks.h"
#include "sim/compile/pass/language/undefined_hooks.h"
#include "sim/compile/pass/unit/call_graph.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/unit/shared_memory.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// The flags of the command line (options.cpp).
struct Options {
  std::string unit;  // the unit's name; empty: the file is not compiled by Lockstep's driver
  std::string parts;
  unsigned mode = 0;          // LOCKSTEP_RUN, LOCKSTEP_CHECK or LOCKSTEP_RECORD
  unsigned architecture = 0;  // __CUDA_ARCH__, by ten
  bool host = false, relocatable = false, explains = false, flushes = false, fast = false;
  bool is_part = false, keeps_debug = false;
  std::string engine;             // as asked for; empty if not
  std::string print_after;        // a pass
  std::set<std::string> without;  // passes
  std::set<std::string> only;     // passes; empty: all
};
Options ReadOptions();

struct Half {
  Half(llvm::Module& half, llvm::ModuleAnalysisManager& managed, const Options& wanted)
      : module(half), analyses(managed), options(wanted) {}

  llvm::Module& module;
  llvm::ModuleAnalysisManager& analyses;
  const Options& options;

  Annotations annotations;           // `waits` grows as passes add calls that may wait
  std::optional<UnitTables> tables;  // what the runtime reads
  UnitTables::Whole whole;           // what is in them of the whole unit
  std::vector<KernelBody> bodies;
  std::optional<UndefinedHooks> undefined;  // in check mode

  DeclaredTypes declared{module};
  StructPadding padding{module.getDataLayout(), declared};

  // Of each function of the program, before the first hook is in it.
  llvm::DenseMap<const llvm::Function*, BlockOrders> orders;
  std::map<const llvm::Function*, RoundHooks> rounds;
  std::optional<Waiting> waiting;
  llvm::DenseMap<const llvm::Function*, llvm::Function*>
      lanes;  // copies of bodies (lane_checks.h); null: there is none

  SharedLayout shared;
  std::optional<CallGraph> calls;
};

}  // namespace lockstep::pass
