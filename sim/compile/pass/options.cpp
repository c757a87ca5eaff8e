#include "llvm/Support/CommandLine.h"
#include "sim/compile/pass/half.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

llvm::cl::opt<std::string> mode_option("lockstep-mode", llvm::cl::desc("run, check or record"), llvm::cl::init("run"));
llvm::cl::opt<std::string> unit_option("lockstep-unit", llvm::cl::desc("the unit's name, as in the host half"));
llvm::cl::opt<unsigned> architecture_option("lockstep-architecture", llvm::cl::desc("__CUDA_ARCH__, by ten"));
llvm::cl::opt<bool> host_option("lockstep-host", llvm::cl::desc("this is the unit's host half"));
llvm::cl::opt<bool> relocatable_option("lockstep-rdc", llvm::cl::desc("device symbols may be used by other units"));
llvm::cl::opt<bool> explain_option("lockstep-explain",
                                   llvm::cl::desc("check mode counts what each warp's requests cost"));
llvm::cl::opt<std::string> engine_option(
    "lockstep-engine", llvm::cl::desc("loops or fibers, for every kernel; threads: each kernel's choice "
                                      "of both; warps, where possible and faster (default of run mode without "
                                      "-lockstep-keep-debug); warps-always, -some, -flip, -general: for tests"));
llvm::cl::opt<bool> flush_option("lockstep-flush", llvm::cl::ZeroOrMore, llvm::cl::desc("-ftz=true"));
llvm::cl::opt<bool> fast_option("lockstep-fast", llvm::cl::ZeroOrMore, llvm::cl::desc("-use_fast_math"));
llvm::cl::opt<std::string> parts_option("lockstep-parts",
                                        llvm::cl::desc("the folder for library kernels, each as a module"));
llvm::cl::opt<bool> part_option("lockstep-part", llvm::cl::desc("this is such a module, of the unit -lockstep-unit"));
llvm::cl::opt<bool> keep_debug_option("lockstep-keep-debug", llvm::cl::desc("keep debug information in run mode"));

llvm::cl::opt<std::string> print_after_option("lockstep-print-after",
                                              llvm::cl::desc("prints the code after this pass to standard error"));
llvm::cl::list<std::string> without_option("lockstep-without", llvm::cl::CommaSeparated,
                                           llvm::cl::desc("leaves out these passes"));
llvm::cl::list<std::string> only_option("lockstep-only", llvm::cl::CommaSeparated,
                                        llvm::cl::desc("runs only these passes, and what they need"));

unsigned Mode() {
  return mode_option == "record" ? LOCKSTEP_RECORD : mode_option == "check" ? LOCKSTEP_CHECK : LOCKSTEP_RUN;
}

}  // namespace

Options ReadOptions() {
  return {.unit = unit_option,
          .parts = parts_option,
          .mode = Mode(),
          .architecture = architecture_option,
          .host = host_option,
          .relocatable = relocatable_option,
          .explains = explain_option,
          .flushes = flush_option,
          .fast = fast_option,
          .is_part = part_option,
          .keeps_debug = keep_debug_option,
          .engine = engine_option,
          .print_after = print_after_option,
          .without = {without_option.begin(), without_option.end()},
          .only = {only_option.begin(), only_option.end()}};
}

}  // namespace lockstep::pass
