#include "sim/compile/pass/unit/engine_choice.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/library_code.h"

namespace lockstep::pass {
namespace {

std::string Where(const llvm::DILocation& place) {
  return llvm::sys::path::filename(place.getFilename()).str() + ":" + std::to_string(place.getLine());
}

// The reason in CUDA's terms, from the runtime function that the program calls.
const char* InWordsOfCuda(llvm::StringRef runtime) {
  return llvm::StringSwitch<const char*>(runtime)
      .StartsWith("__lockstep_syncthreads", "it waits at `__syncthreads`")
      .Case("__lockstep_syncwarp", "it waits at `__syncwarp`")
      .Cases("__lockstep_named_barrier", "__lockstep_named_count", "it waits at a named barrier")
      .StartsWith("__lockstep_tile_", "it waits for a tile of its block")
      .Case("__lockstep_sync_cluster", "it waits for its cluster")
      .Cases("__lockstep_map_shared", "__lockstep_shared_rank", "it uses the shared memory of its cluster")
      .Case("__lockstep_sync_grid", "it waits for the grid")
      .Cases("__lockstep_shuffle", "__lockstep_gather", "the lanes of a warp exchange values")
      .Cases("__lockstep_multiply", "__lockstep_multiply_registers", "__lockstep_use_matrix",
             "the lanes of a warp share matrices")
      .Cases("__lockstep_vote", "__lockstep_match", "the lanes of a warp vote")
      .Case("__lockstep_activemask", "it asks for the active lanes")
      .Case("__lockstep_converge", "the lanes of a warp exchange values without a barrier")
      .Case("__lockstep_poll", "a loop waits for another thread")
      .Default("it waits for other threads");
}

// 0: unknown.
unsigned LineOf(const llvm::CallBase& call) {
  const llvm::DILocation* place = call.getDebugLoc().get();
  return place ? PlaceInProgram(place)->getLine() : 0;
}

// A call of `callee` in one of `callers`; null if it is reached only through a pointer.
const llvm::CallBase* CallOf(const llvm::Function& callee, const llvm::SetVector<llvm::Function*>& callers) {
  const llvm::CallBase* found = nullptr;
  for (const llvm::User* user : callee.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getCalledFunction() != &callee) continue;
    if (!callers.contains(const_cast<llvm::Function*>(call->getFunction()))) continue;
    const unsigned line = LineOf(*call);
    // The first in source order, because the order of users is arbitrary.
    if (line > 0 && (!found || line < LineOf(*found))) found = call;
  }
  return found;
}

std::string WhereItWaits(const llvm::Function& waiting, const llvm::SetVector<llvm::Function*>& reached) {
  const std::string what = InWordsOfCuda(waiting.getName());
  const llvm::CallBase* call = CallOf(waiting, reached);
  // A library function that has not been inlined.
  for (std::size_t depth = 0; call && IsLibraryFunction(*call->getFunction()) && depth < reached.size(); ++depth)
    call = CallOf(*call->getFunction(), reached);
  return call ? what + " (" + Where(*PlaceInProgram(call->getDebugLoc().get())) + ")" : what;
}

// The reason why the kernel needs fibers; nothing if it never waits.
std::optional<std::string> WhyItWaits(const llvm::SetVector<llvm::Function*>& reached, const CallGraph& calls,
                                      const llvm::SetVector<llvm::Function*>& waits) {
  for (const llvm::Function* function : reached) {
    if (!waits.contains(const_cast<llvm::Function*>(function))) continue;
    return WhereItWaits(*function, reached);
  }
  for (const llvm::Function* function : reached)
    if (calls.IsForeign(*function)) return "it calls `" + function->getName().str() + "`, which is in another file";
  return std::nullopt;
}

const char* NameOf(LockstepEngine engine) {
  return engine == LOCKSTEP_LOOPS ? "plain loops" : engine == LOCKSTEP_WARPS ? "whole warps" : "fibers";
}

// A compiler remark (-Rremark-backend-plugin).
class EngineRemark : public llvm::DiagnosticInfo {
 public:
  explicit EngineRemark(std::string text) : llvm::DiagnosticInfo(Kind(), llvm::DS_Remark), text_(std::move(text)) {}
  void print(llvm::DiagnosticPrinter& printer) const override { printer << text_; }

 private:
  static int Kind() {
    static const int kind = llvm::getNextAvailablePluginDiagnosticKind();
    return kind;
  }
  std::string text_;
};

}  // namespace

EngineChoice ChooseEngine(const llvm::Function& kernel, const CallGraph& calls,
                          const llvm::SetVector<llvm::Function*>& waits, const EngineWishes& wishes) {
  const auto reached = calls.Reachable(const_cast<llvm::Function&>(kernel));
  const std::optional<std::string> waiting = WhyItWaits(reached, calls, waits);
  if (wishes.asked == LOCKSTEP_LOOPS && waiting) {
    const llvm::DISubprogram* where = kernel.getSubprogram();
    kernel.getContext().diagnose(
        llvm::DiagnosticInfoUnsupported(kernel, "the kernel cannot run as plain loops (`--engine loops`): " + *waiting,
                                        where ? llvm::DiagnosticLocation(where) : llvm::DiagnosticLocation()));
  }
  if (waiting) return {LOCKSTEP_FIBERS, *waiting};
  if (wishes.in_step) return {LOCKSTEP_FIBERS, "the requests of a warp's lanes are compared"};
  if (wishes.asked == LOCKSTEP_FIBERS) return {LOCKSTEP_FIBERS, "`--engine fibers` requests it"};
  return {LOCKSTEP_LOOPS, "no thread waits for another"};
}

void ShowEngine(const llvm::Function& kernel, const EngineChoice& choice) {
  const llvm::DISubprogram* where = kernel.getSubprogram();
  std::string text;
  if (where)
    text = llvm::sys::path::filename(where->getFilename()).str() + ":" + std::to_string(where->getLine()) + ": ";
  text += "kernel `" + PrettyName(where) + "` runs on " + NameOf(choice.kind) + ": " + choice.reason;
  kernel.getContext().diagnose(EngineRemark(text));
}

}  // namespace lockstep::pass
