// The clang plugin: the transforms that turn clang's IR of a device half into code that the runtime can launch.
// DeviceHalf::run is the table of contents.

#include <map>

#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "sim/compile/pass/annotations.h"
#include "sim/compile/pass/asked_names.h"
#include "sim/compile/pass/async_copies.h"
#include "sim/compile/pass/atomic_scopes.h"
#include "sim/compile/pass/call_graph.h"
#include "sim/compile/pass/call_paths.h"
#include "sim/compile/pass/carried_values.h"
#include "sim/compile/pass/check_hooks.h"
#include "sim/compile/pass/conversions.h"
#include "sim/compile/pass/defined_arithmetic.h"
#include "sim/compile/pass/device_launches.h"
#include "sim/compile/pass/device_names.h"
#include "sim/compile/pass/explain_hooks.h"
#include "sim/compile/pass/fast_math.h"
#include "sim/compile/pass/fused_sums.h"
#include "sim/compile/pass/hidden_constants.h"
#include "sim/compile/pass/host_half.h"
#include "sim/compile/pass/host_hooks.h"
#include "sim/compile/pass/ignored_results.h"
#include "sim/compile/pass/index_variables.h"
#include "sim/compile/pass/inline_asm.h"
#include "sim/compile/pass/kernel_entry.h"
#include "sim/compile/pass/kernel_parts.h"
#include "sim/compile/pass/lane_checks.h"
#include "sim/compile/pass/library_code.h"
#include "sim/compile/pass/line_hooks.h"
#include "sim/compile/pass/managed_variables.h"
#include "sim/compile/pass/mask_bits.h"
#include "sim/compile/pass/memory_hooks.h"
#include "sim/compile/pass/modelled_features.h"
#include "sim/compile/pass/played_code.h"
#include "sim/compile/pass/poll_loops.h"
#include "sim/compile/pass/recursion_hooks.h"
#include "sim/compile/pass/refused_calls.h"
#include "sim/compile/pass/round_hooks.h"
#include "sim/compile/pass/runtime_names.h"
#include "sim/compile/pass/shared_indices.h"
#include "sim/compile/pass/shared_memory.h"
#include "sim/compile/pass/shared_names.h"
#include "sim/compile/pass/shuffles.h"
#include "sim/compile/pass/skip_hooks.h"
#include "sim/compile/pass/struct_padding.h"
#include "sim/compile/pass/thread_state.h"
#include "sim/compile/pass/undefined_hooks.h"
#include "sim/compile/pass/unit_tables.h"
#include "sim/compile/pass/unwritten_locals.h"
#include "sim/compile/pass/vector_parts.h"
#include "sim/compile/pass/wait_sites.h"
#include "sim/compile/pass/warp/whole_warps.h"
#include "sim/compile/pass/warp_steps.h"
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

constexpr std::uint64_t kSharedRedZone = 64;
// CUDA C++ Programming Guide, table of technical specifications: the same for every compute capability.
constexpr std::uint64_t kMostStaticShared = 48 << 10;

unsigned Mode() {
  return mode_option == "record" ? LOCKSTEP_RECORD : mode_option == "check" ? LOCKSTEP_CHECK : LOCKSTEP_RUN;
}

// One of the names of the option. With `-g`, a debugger shows the variables of one thread, which lanes do not have.
std::string Engine() {
  if (!engine_option.empty()) return engine_option;
  return Mode() == LOCKSTEP_RUN && !keep_debug_option ? "warps" : "threads";
}

std::optional<LockstepEngine> AskedEngine() {
  const std::string engine = Engine();
  if (engine == "loops") return LOCKSTEP_LOOPS;
  if (engine == "fibers") return LOCKSTEP_FIBERS;
  if (llvm::StringRef(engine).starts_with("warps")) return LOCKSTEP_WARPS;
  return std::nullopt;
}

warp::Options WarpOptions(LockstepEngine otherwise) {
  const std::string engine = Engine();
  warp::Options options;
  options.must_gain = engine == "warps" && otherwise == LOCKSTEP_LOOPS;
  options.keep_lines = keep_debug_option;
  options.in_time = engine == "warps";
  options.any_processor = engine != "warps";
  options.some = engine == "warps-some";
  options.flip = engine == "warps-flip";
  options.general = engine == "warps-general";
  return options;
}

// During its lifetime, a crash report names what the plugin was working on; the driver searches for these words.
class WorkingOn : public llvm::PrettyStackTraceEntry {
 public:
  WorkingOn(llvm::StringRef kind, llvm::StringRef name) : kind_(kind.str()), name_(name.str()) {}
  void print(llvm::raw_ostream& out) const override {
    out << "Lockstep's plugin was working on " << kind_ << " `" << llvm::demangle(name_) << "`\n";
  }

 private:
  std::string kind_, name_;  // copies, because the named object may not exist any more
};

class DeviceHalf : public llvm::PassInfoMixin<DeviceHalf> {
 public:
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    // The file is not compiled by Lockstep's driver.
    if (unit_option.empty()) return llvm::PreservedAnalyses::all();
    const WorkingOn file("the file", module.getSourceFileName());
    if (!parts_option.empty()) SetKernelsApart(module, analyses, parts_option);
    FuseSums(module);
    if (host_option) {
      if (relocatable_option) RegisterWithoutDeviceLink(module);
      UseManagedVariables(module, unit_option, relocatable_option);
      MarkIgnoredResults(module);
      if (Mode() != LOCKSTEP_RUN)
        InstrumentPlayedCode(module, analyses, {.unit = unit_option, .mode = Mode(), .explains = explain_option});
      if (Mode() == LOCKSTEP_CHECK) {
        KeepStubsApart(module);
        InsertHostHooks(module);
      }
      return llvm::PreservedAnalyses::none();
    }
    TellAskedNames(module);
    Annotations annotations = TakeAnnotations(module);
    whole_.id = UnitName(annotations);
    LowerLaunches(module, annotations, {.unit = whole_.id, .relocatable = relocatable_option});
    MendSharedNames(module);
    UseRuntimeNames(module);
    UseFastMath(module, {.flushes = flush_option, .is_fast = fast_option});
    ReadIndexVariables(module);
    LowerInlineAssembly(module, annotations.waits);
    if (Mode() != LOCKSTEP_CHECK) DropAsyncCopies(module);
    LetShufflesTakeAnything(module);
    RefuseCalls(module);

    UnitTables tables(module);
    whole_.mode = Mode();
    whole_.architecture = architecture_option;
    TakeVariables(module, annotations);
    std::vector<KernelBody> bodies = MakeBodies(annotations);
    TakeModelledFeatures(module, bodies);

    Simplify(module, analyses);
    if (Mode() == LOCKSTEP_CHECK) ReportAsyncCopies(module, tables);
    UndefinedHooks undefined(module, tables);
    UndefinedHooks* hooks = Mode() == LOCKSTEP_CHECK ? &undefined : nullptr;
    TakeConstantsBack(module);
    DefineArithmetic(module, hooks);
    MakeSharedIndicesSigned(module, relocatable_option);
    SaturateConversions(module, hooks);
    llvm::SetVector<llvm::Function*> waits = annotations.waits;
    // They wait for nobody, but all blocks of the cluster must be in flight.
    for (const char* name : {"__lockstep_map_shared", "__lockstep_shared_rank"})
      if (llvm::Function* function = module.getFunction(name)) waits.insert(function);
    if (Mode() != LOCKSTEP_CHECK) KeepAllWarpsInStep(module, waits);
    InsertClockJumps(module);
    InsertAllPolls(module, tables, waits);
    if (Mode() != LOCKSTEP_RUN) InsertHooks(module, tables, bodies, waits);
    undefined.BranchAround();
    if (Mode() == LOCKSTEP_CHECK) DropUnwrittenMarks(module);
    MarkCallPaths(module, whole_.id, relocatable_option);
    MarkWaitSites(module, waits, tables);
    if (Mode() == LOCKSTEP_RUN) FlattenStateReaders(module, analyses, bodies);

    const SharedLayout shared = LayOutSharedMemory(module, kSharedRedZone);
    whole_.shared = &shared;
    const CallGraph calls(module);
    for (KernelBody& body : bodies) whole_.kernels.push_back(DescribeKernel(body, calls, waits, shared));
    LowerState(module, bodies, shared, tables);
    for (KernelRow& kernel : whole_.kernels) MakeEntries(kernel, calls, tables, analyses);
    tables.Finish(whole_);
    for (const SharedVariable& variable : shared.variables) variable.global->eraseFromParent();
    SeparateDeviceNames(module, relocatable_option);
    ShowManagedVariables(Managed(), unit_option, relocatable_option);
    if (Mode() == LOCKSTEP_RUN && !keep_debug_option) llvm::StripDebugInfo(module);
    return llvm::PreservedAnalyses::none();
  }

 private:
  // Of a part, the unit's with the kernel's, by which the runtime finds it (Session::RegisterKernel).
  static std::string UnitName(const Annotations& annotations) {
    if (!part_option || annotations.kernels.size() != 1) return unit_option;
    return unit_option + "/" + annotations.kernels.front()->getName().str();
  }

  // Must run before any change, because the host half registers the original names.
  void TakeVariables(llvm::Module& module, const Annotations& annotations) {
    llvm::StringSet<> managed;
    for (llvm::GlobalVariable* variable : annotations.managed) managed.insert(variable->getName());
    whole_.variables = MakeDeviceVariablesPlain(module);
    for (const DeviceVariable& variable : whole_.variables) {
      whole_.names[variable.global] = variable.global->getName().str();
      if (explain_option) AlignAsOnTheDevice(*variable.global);
      if (managed.contains(variable.global->getName())) whole_.managed.insert(variable.global);
    }
  }

  // Must run before library functions are inlined.
  void TakeModelledFeatures(llvm::Module& module, std::vector<KernelBody>& bodies) {
    const ModelledFeatures features(module);
    whole_.modelled = features.OfAll();
    for (KernelBody& body : bodies) body.modelled = features.Of(*body.function);
  }

  std::vector<ManagedVariable> Managed() const {
    std::vector<ManagedVariable> managed;
    for (const DeviceVariable& variable : whole_.variables)
      if (whole_.managed.contains(variable.global))
        managed.push_back({variable.global, whole_.names.lookup(variable.global)});
    return managed;
  }

  std::vector<KernelBody> MakeBodies(const Annotations& annotations) {
    std::vector<KernelBody> bodies;
    for (llvm::Function* kernel : annotations.kernels) {
      if (kernel->isDeclaration()) continue;
      const WorkingOn working("the kernel", kernel->getName());
      const unsigned max_threads = annotations.max_threads.lookup(kernel);
      if (std::optional<KernelBody> body = MakeBody(*kernel)) {
        body->max_threads = max_threads;
        body->cluster = annotations.clusters.lookup(kernel);
        bodies.push_back(std::move(*body));
      }
    }
    return bodies;
  }

  // Inlines library code into the lines that call it and, except in recordings, moves plain locals into registers; the
  // program's memory accesses are unchanged.
  static void Simplify(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    const bool record = Mode() == LOCKSTEP_RECORD;
    if (Mode() == LOCKSTEP_CHECK) MarkLibraryCode(module);
    if (Mode() == LOCKSTEP_CHECK) MarkRelaxed(module);
    if (Mode() != LOCKSTEP_RUN) SetApartLibraryCode(module, record);
    llvm::AlwaysInlinerPass(false).run(module, analyses);
    if (Mode() == LOCKSTEP_RUN) RunOnFunctions(module, analyses, llvm::PromotePass());
    // Checks concern memory that threads can share; a thread's own structs may be in registers too.
    if (Mode() == LOCKSTEP_CHECK) MarkUnwrittenLocals(module);
    if (Mode() == LOCKSTEP_CHECK) RunOnFunctions(module, analyses, llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    MarkBlockScope(module);
  }

  template <class Pass>
  static void RunOnFunctions(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, Pass pass) {
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) {
        functions.clear(function, function.getName());
        pass.run(function, functions);
      }
  }

  // Not for checks, which demand barriers.
  static void KeepAllWarpsInStep(llvm::Module& module, llvm::SetVector<llvm::Function*>& waits) {
    bool found = false;
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) found |= KeepWarpsInStep(function, waits);
    if (found) waits.insert(module.getFunction("__lockstep_converge"));
  }

  static void InsertAllPolls(llvm::Module& module, UnitTables& tables, llvm::SetVector<llvm::Function*>& waits) {
    if (InsertPolls(module, tables, Mode() != LOCKSTEP_RUN)) waits.insert(module.getFunction("__lockstep_poll"));
  }

  // Of all functions, before the first hook.
  static std::map<const llvm::Function*, RoundHooks> FindRounds(llvm::Module& module) {
    std::map<const llvm::Function*, RoundHooks> rounds;
    CallEffects effects;
    for (llvm::Function& function : module)
      if (Mode() == LOCKSTEP_CHECK && !function.isDeclaration() && function.getSubprogram())
        rounds.emplace(&function, RoundHooks(function, effects));
    return rounds;
  }

  void InsertHooks(llvm::Module& module, UnitTables& tables, const std::vector<KernelBody>& bodies,
                   const llvm::SetVector<llvm::Function*>& waits) {
    DeclaredTypes declared(module);
    StructPadding padding(module.getDataLayout(), declared);
    const bool in_lanes =
        Mode() == LOCKSTEP_CHECK && !explain_option && (engine_option.empty() || AskedEngine() == LOCKSTEP_WARPS);
    for (const KernelBody& body : bodies)
      if (in_lanes) lanes_[body.function] = CopyForLanes(body, tables, OrderBlocks(*body.function), declared, padding);
    std::map<const llvm::Function*, RoundHooks> rounds = FindRounds(module);
    Waiting waiting(module, waits);
    if (Mode() == LOCKSTEP_CHECK) InsertRecursionHooks(module, tables);
    for (llvm::Function& function : module) {
      if (function.isDeclaration() || !function.getSubprogram()) continue;
      const WorkingOn working("the function", function.getName());
      const BlockOrders orders = OrderBlocks(function);
      if (Mode() == LOCKSTEP_CHECK) {
        if (explain_option) InsertExplainHooks(function, tables, orders, next_number_);
        InsertSkipHooks(function, tables);
        InsertCheckHooks(function, tables, orders, declared, padding);
        rounds.at(&function).Insert(tables);
        SetCarriedValuesApart(function, waiting);
        continue;
      }
      InsertLineHooks(function, tables, orders, InsertMemoryHooks(function, tables, orders));
    }
  }

  // Functions that read the thread's indices are inlined into the kernels, where the indices are values in registers.
  static void FlattenStateReaders(llvm::Module& module, llvm::ModuleAnalysisManager& analyses,
                                  const std::vector<KernelBody>& bodies) {
    const CallGraph calls(module);
    for (llvm::Function* function : calls.InlinableReaders()) {
      if (llvm::any_of(bodies, [&](const KernelBody& body) { return body.function == function; })) continue;
      function->removeFnAttr(llvm::Attribute::NoInline);
      function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
    llvm::AlwaysInlinerPass(false).run(module, analyses);
  }

  static KernelRow DescribeKernel(const KernelBody& body, const CallGraph& calls,
                                  const llvm::SetVector<llvm::Function*>& waits, const SharedLayout& shared) {
    const WorkingOn working("the kernel", body.name);
    KernelRow row{.body = body};
    row.engine = ChooseEngine(*body.function, calls, waits, {.asked = AskedEngine(), .in_step = explain_option});
    for (llvm::Function* function : calls.Reachable(*body.function)) {
      auto used = shared.used_by.find(function);
      if (used == shared.used_by.end()) continue;
      for (unsigned index : used->second)
        if (!llvm::is_contained(row.shared, index)) row.shared.push_back(index);
    }
    llvm::sort(row.shared);
    std::uint64_t bytes = 0;
    for (unsigned index : row.shared) bytes += shared.variables[index].size;
    if (bytes > kMostStaticShared) {
      const llvm::DISubprogram* where = body.function->getSubprogram();
      body.function->getContext().diagnose(llvm::DiagnosticInfoUnsupported(
          *body.function,
          "the kernel's `__shared__` variables take " + llvm::Twine(bytes) + " bytes; " +
              llvm::Twine(kMostStaticShared) +
              " is the limit on every device (a launch can pass more as dynamic shared memory)",
          where ? llvm::DiagnosticLocation(where) : llvm::DiagnosticLocation()));
    }
    return row;
  }

  void LowerState(llvm::Module& module, const std::vector<KernelBody>& bodies, const SharedLayout& shared,
                  UnitTables& tables) const {
    llvm::DenseMap<llvm::Function*, std::vector<llvm::Value*>> states;
    for (const KernelBody& body : bodies) {
      states[body.function] = StateArguments(body);
      if (const std::optional<KernelBody> lanes = InLanes(body)) states[lanes->function] = StateArguments(*lanes);
    }
    for (llvm::Function& function : module) {
      if (function.isDeclaration()) continue;
      const std::vector<llvm::Value*> state = states.lookup(&function);
      LowerSharedUses(function, shared, state.empty() ? nullptr : state[kShared],
                      state.empty() ? nullptr : state[kDynamicShared], tables.shared_base());
      LowerIndexCalls(function, state);
    }
  }

  // The form of the kernel's body for lane_checks.h.
  std::optional<KernelBody> InLanes(const KernelBody& body) const {
    llvm::Function* lanes = lanes_.lookup(body.function);
    if (!lanes) return std::nullopt;
    KernelBody copy = body;
    copy.function = lanes;
    return copy;
  }

  // Check mode: a second entry beside that of one thread.
  void MakeLanesEntry(KernelRow& kernel, UnitTables& tables, llvm::ModuleAnalysisManager& analyses) const {
    const std::optional<KernelBody> lanes = InLanes(kernel.body);
    if (!lanes) return;
    llvm::Module& module = *lanes->function->getParent();
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    // However much it gains as whole warps, its checks gain more.
    warp::Options options = WarpOptions(LOCKSTEP_FIBERS);
    if (engine_option.empty()) options.any_processor = false;
    if (kernel.engine.kind == LOCKSTEP_LOOPS)
      kernel.block_entry = warp::MakeWholeWarps(*lanes, tables.shared_base(), functions, options).entry;
    lanes->function->eraseFromParent();
  }

  void MakeEntries(KernelRow& kernel, const CallGraph& calls, UnitTables& tables,
                   llvm::ModuleAnalysisManager& analyses) const {
    const WorkingOn working("the kernel", kernel.body.name);
    MakeLanesEntry(kernel, tables, analyses);
    if (Mode() == LOCKSTEP_RUN && AskedEngine() == LOCKSTEP_WARPS) {
      llvm::Module& module = *kernel.body.function->getParent();
      auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
      const warp::WholeWarps warps =
          warp::MakeWholeWarps(kernel.body, tables.shared_base(), functions, WarpOptions(kernel.engine.kind));
      kernel.block_entry = warps.entry;
      kernel.first_writes = warps.first_writes;
      kernel.engine = PreferWarps(kernel.engine, warps);
    }
    ShowEngine(*kernel.body.function, kernel.engine);
    if (kernel.block_entry && Mode() == LOCKSTEP_RUN) return;
    const bool loop =
        Mode() == LOCKSTEP_RUN && kernel.engine.kind == LOCKSTEP_LOOPS && calls.IsSelfContained(*kernel.body.function);
    if (loop)
      kernel.block_entry = MakeBlockEntry(kernel.body, tables.shared_base());
    else
      kernel.thread_entry = MakeThreadEntry(kernel.body, tables.shared_base());
  }

  UnitTables::Whole whole_;
  llvm::DenseMap<const llvm::Function*, llvm::Function*> lanes_;  // by body; null: there is none
  unsigned next_number_ = 0;                                      // of the counted instructions
};

}  // namespace
}  // namespace lockstep::pass

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "lockstep", "1", [](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(lockstep::pass::DeviceHalf());
        });
        builder.registerScalarOptimizerLateEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(lockstep::pass::VectorParts());
        });
        // As late as can be: what combines instructions would take it away again.
        builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(llvm::createModuleToFunctionPassAdaptor(lockstep::pass::MaskBits()));
        });
      }};
}
