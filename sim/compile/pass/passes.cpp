#include "sim/compile/pass/passes.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "sim/compile/pass/facts/annotations.h"
#include "sim/compile/pass/facts/library_code.h"
#include "sim/compile/pass/facts/struct_padding.h"
#include "sim/compile/pass/hooks/carried_values.h"
#include "sim/compile/pass/hooks/check_hooks.h"
#include "sim/compile/pass/hooks/explain_hooks.h"
#include "sim/compile/pass/hooks/host_hooks.h"
#include "sim/compile/pass/hooks/lane_checks.h"
#include "sim/compile/pass/hooks/line_hooks.h"
#include "sim/compile/pass/hooks/memory_hooks.h"
#include "sim/compile/pass/hooks/played_code.h"
#include "sim/compile/pass/hooks/recursion_hooks.h"
#include "sim/compile/pass/hooks/round_hooks.h"
#include "sim/compile/pass/hooks/skip_hooks.h"
#include "sim/compile/pass/hooks/unwritten_locals.h"
#include "sim/compile/pass/language/async_copies.h"
#include "sim/compile/pass/language/atomic_scopes.h"
#include "sim/compile/pass/language/call_paths.h"
#include "sim/compile/pass/language/conversions.h"
#include "sim/compile/pass/language/defined_arithmetic.h"
#include "sim/compile/pass/language/fast_math.h"
#include "sim/compile/pass/language/fused_sums.h"
#include "sim/compile/pass/language/hidden_constants.h"
#include "sim/compile/pass/language/ignored_results.h"
#include "sim/compile/pass/language/index_variables.h"
#include "sim/compile/pass/language/inline_asm.h"
#include "sim/compile/pass/language/mask_bits.h"
#include "sim/compile/pass/language/poll_loops.h"
#include "sim/compile/pass/language/refused_calls.h"
#include "sim/compile/pass/language/runtime_names.h"
#include "sim/compile/pass/language/shared_indices.h"
#include "sim/compile/pass/language/shuffles.h"
#include "sim/compile/pass/language/undefined_hooks.h"
#include "sim/compile/pass/language/vector_parts.h"
#include "sim/compile/pass/language/warp_steps.h"
#include "sim/compile/pass/unit/asked_names.h"
#include "sim/compile/pass/unit/call_graph.h"
#include "sim/compile/pass/unit/device_launches.h"
#include "sim/compile/pass/unit/device_names.h"
#include "sim/compile/pass/unit/host_half.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/unit/kernel_parts.h"
#include "sim/compile/pass/unit/managed_variables.h"
#include "sim/compile/pass/unit/modelled_features.h"
#include "sim/compile/pass/unit/shared_memory.h"
#include "sim/compile/pass/unit/shared_names.h"
#include "sim/compile/pass/unit/thread_state.h"
#include "sim/compile/pass/unit/unit_tables.h"
#include "sim/compile/pass/unit/wait_sites.h"
#include "sim/compile/pass/warp/whole_warps.h"
#include "sim/compile/pass/working_on.h"
#include "sim/hooks/unit.h"

namespace lockstep::pass {
namespace {

constexpr std::uint64_t kSharedRedZone = 64;
// CUDA C++ Programming Guide, table of technical specifications: the same for every compute capability.
constexpr std::uint64_t kMostStaticShared = 48 << 10;

constexpr unsigned kRun = 1U << LOCKSTEP_RUN, kCheck = 1U << LOCKSTEP_CHECK, kRecord = 1U << LOCKSTEP_RECORD;
constexpr unsigned kAllModes = kRun | kCheck | kRecord;

bool IsRun(const Half& half) { return half.options.mode == LOCKSTEP_RUN; }
bool IsChecked(const Half& half) { return half.options.mode == LOCKSTEP_CHECK; }
bool IsRecorded(const Half& half) { return half.options.mode == LOCKSTEP_RECORD; }

llvm::FunctionAnalysisManager& FunctionAnalyses(Half& half) {
  return half.analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(half.module).getManager();
}

// One of the names of the option. With `-g`, a debugger shows the variables of one thread, which lanes do not have.
std::string Engine(const Options& options) {
  if (!options.engine.empty()) return options.engine;
  return options.mode == LOCKSTEP_RUN && !options.keeps_debug ? "warps" : "threads";
}

std::optional<LockstepEngine> AskedEngine(const Options& options) {
  const std::string engine = Engine(options);
  if (engine == "loops") return LOCKSTEP_LOOPS;
  if (engine == "fibers") return LOCKSTEP_FIBERS;
  if (llvm::StringRef(engine).starts_with("warps")) return LOCKSTEP_WARPS;
  return std::nullopt;
}

warp::Options WarpOptions(const Options& asked, LockstepEngine otherwise) {
  const std::string engine = Engine(asked);
  warp::Options options;
  options.must_gain = engine == "warps" && otherwise == LOCKSTEP_LOOPS;
  options.keep_lines = asked.keeps_debug;
  options.in_time = engine == "warps";
  options.any_processor = engine != "warps";
  options.some = engine == "warps-some";
  options.flip = engine == "warps-flip";
  options.general = engine == "warps-general";
  return options;
}

void SetLibraryKernelsApart(Half& half) {
  if (!half.options.parts.empty()) SetKernelsApart(half.module, half.analyses, half.options.parts);
}

// Of a part, the unit's with the kernel's, by which the runtime finds it (Session::RegisterKernel).
std::string UnitName(const Half& half) {
  if (!half.options.is_part || half.annotations.kernels.size() != 1) return half.options.unit;
  return half.options.unit + "/" + half.annotations.kernels.front()->getName().str();
}

void ReadAnnotations(Half& half) {
  half.annotations = TakeAnnotations(half.module);
  half.whole.id = UnitName(half);
  half.whole.mode = half.options.mode;
  half.whole.architecture = half.options.architecture;
}

void LowerUnitLaunches(Half& half) {
  LowerLaunches(half.module, half.annotations, {.unit = half.whole.id, .relocatable = half.options.relocatable});
}

void BeginTables(Half& half) {
  half.tables.emplace(half.module);
  if (IsChecked(half)) half.undefined.emplace(half.module, *half.tables);
}

UndefinedHooks* ReportsUndefined(Half& half) { return half.undefined ? &*half.undefined : nullptr; }

void TakeVariables(Half& half) {
  llvm::StringSet<> managed;
  for (llvm::GlobalVariable* variable : half.annotations.managed) managed.insert(variable->getName());
  half.whole.variables = MakeDeviceVariablesPlain(half.module);
  for (const DeviceVariable& variable : half.whole.variables) {
    half.whole.names[variable.global] = variable.global->getName().str();
    if (half.options.explains) AlignAsOnTheDevice(*variable.global);
    if (managed.contains(variable.global->getName())) half.whole.managed.insert(variable.global);
  }
}

void MakeBodies(Half& half) {
  for (llvm::Function* kernel : half.annotations.kernels) {
    if (kernel->isDeclaration()) continue;
    const WorkingOn working("the kernel", kernel->getName());
    const unsigned max_threads = half.annotations.max_threads.lookup(kernel);
    if (std::optional<KernelBody> body = MakeBody(*kernel)) {
      body->max_threads = max_threads;
      body->cluster = half.annotations.clusters.lookup(kernel);
      half.bodies.push_back(std::move(*body));
    }
  }
}

void TakeModelledFeatures(Half& half) {
  const ModelledFeatures features(half.module);
  half.whole.modelled = features.OfAll();
  for (KernelBody& body : half.bodies) body.modelled = features.Of(*body.function);
}

void InlineAlways(Half& half) { llvm::AlwaysInlinerPass(false).run(half.module, half.analyses); }

template <class FunctionPass>
void RunOnFunctions(Half& half, FunctionPass pass) {
  llvm::FunctionAnalysisManager& functions = FunctionAnalyses(half);
  for (llvm::Function& function : half.module)
    if (!function.isDeclaration()) {
      functions.clear(function, function.getName());
      pass.run(function, functions);
    }
}

// They wait for nobody, but all blocks of the cluster must be in flight.
void AddClusterWaits(Half& half) {
  for (const char* name : {"__lockstep_map_shared", "__lockstep_shared_rank"})
    if (llvm::Function* function = half.module.getFunction(name)) half.annotations.waits.insert(function);
}

void KeepAllWarpsInStep(Half& half) {
  bool found = false;
  for (llvm::Function& function : half.module)
    if (!function.isDeclaration()) found |= KeepWarpsInStep(function, half.annotations.waits);
  if (found) half.annotations.waits.insert(half.module.getFunction("__lockstep_converge"));
}

void InsertAllPolls(Half& half) {
  if (InsertPolls(half.module, *half.tables, !IsRun(half)))
    half.annotations.waits.insert(half.module.getFunction("__lockstep_poll"));
}

void CopyBodiesForLanes(Half& half) {
  if (half.options.explains || (!half.options.engine.empty() && AskedEngine(half.options) != LOCKSTEP_WARPS)) return;
  for (const KernelBody& body : half.bodies)
    half.lanes[body.function] =
        CopyForLanes(body, *half.tables, OrderBlocks(*body.function), half.declared, half.padding);
}

bool IsHooked(const llvm::Function& function) { return !function.isDeclaration() && function.getSubprogram(); }

void FindHookedFunctions(Half& half) {
  CallEffects effects;
  for (llvm::Function& function : half.module) {
    if (!IsHooked(function)) continue;
    half.orders[&function] = OrderBlocks(function);
    if (IsChecked(half)) half.rounds.emplace(&function, RoundHooks(function, effects));
  }
  half.waiting.emplace(half.module, half.annotations.waits);
}

// Calls `insert` with each function that gets hooks, and the order of its blocks.
template <class Insert>
void ForEachHooked(Half& half, const Insert& insert) {
  for (llvm::Function& function : half.module) {
    const auto orders = half.orders.find(&function);
    if (orders == half.orders.end()) continue;
    const WorkingOn working("the function", function.getName());
    insert(function, orders->second);
  }
}

void InsertExplaining(Half& half) {
  if (!half.options.explains) return;
  unsigned next_number = 0;  // of the counted instructions
  ForEachHooked(half, [&](llvm::Function& function, const BlockOrders& orders) {
    InsertExplainHooks(function, *half.tables, orders, next_number);
  });
}

void InsertSkips(Half& half) {
  ForEachHooked(half, [&](llvm::Function& function, const BlockOrders&) { InsertSkipHooks(function, *half.tables); });
}

void InsertChecks(Half& half) {
  ForEachHooked(half, [&](llvm::Function& function, const BlockOrders& orders) {
    InsertCheckHooks(function, *half.tables, orders, half.declared, half.padding);
  });
}

void InsertRounds(Half& half) {
  ForEachHooked(half,
                [&](llvm::Function& function, const BlockOrders&) { half.rounds.at(&function).Insert(*half.tables); });
}

void SetAllCarriedApart(Half& half) {
  ForEachHooked(half,
                [&](llvm::Function& function, const BlockOrders&) { SetCarriedValuesApart(function, *half.waiting); });
}

void InsertRecording(Half& half) {
  ForEachHooked(half, [&](llvm::Function& function, const BlockOrders& orders) {
    InsertLineHooks(function, *half.tables, orders, InsertMemoryHooks(function, *half.tables, orders, &half.declared));
  });
}

// Functions that read the thread's indices are inlined into the kernels, where the indices are values in registers.
void FlattenStateReaders(Half& half) {
  const CallGraph calls(half.module);
  for (llvm::Function* function : calls.InlinableReaders()) {
    if (llvm::any_of(half.bodies, [&](const KernelBody& body) { return body.function == function; })) continue;
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  InlineAlways(half);
}

void LayOutShared(Half& half) {
  half.shared = LayOutSharedMemory(half.module, kSharedRedZone);
  half.whole.shared = &half.shared;
}

void RefuseMuchShared(const KernelRow& row, const SharedLayout& shared) {
  std::uint64_t bytes = 0;
  for (unsigned index : row.shared) bytes += shared.variables[index].size;
  if (bytes <= kMostStaticShared) return;
  const llvm::DISubprogram* where = row.body.function->getSubprogram();
  row.body.function->getContext().diagnose(llvm::DiagnosticInfoUnsupported(
      *row.body.function,
      "the kernel's `__shared__` variables take " + llvm::Twine(bytes) + " bytes; " + llvm::Twine(kMostStaticShared) +
          " is the limit on every device (a launch can pass more as dynamic shared memory)",
      where ? llvm::DiagnosticLocation(where) : llvm::DiagnosticLocation()));
}

KernelRow DescribeKernel(const Half& half, const KernelBody& body) {
  const WorkingOn working("the kernel", body.name);
  KernelRow row{.body = body};
  row.engine = ChooseEngine(*body.function, *half.calls, half.annotations.waits,
                            {.asked = AskedEngine(half.options), .in_step = half.options.explains});
  for (llvm::Function* function : half.calls->Reachable(*body.function)) {
    auto used = half.shared.used_by.find(function);
    if (used == half.shared.used_by.end()) continue;
    for (unsigned index : used->second)
      if (!llvm::is_contained(row.shared, index)) row.shared.push_back(index);
  }
  llvm::sort(row.shared);
  RefuseMuchShared(row, half.shared);
  return row;
}

void DescribeKernels(Half& half) {
  half.calls.emplace(half.module);
  for (const KernelBody& body : half.bodies) half.whole.kernels.push_back(DescribeKernel(half, body));
}

// The form of the kernel's body for lane_checks.h.
std::optional<KernelBody> InLanes(const Half& half, const KernelBody& body) {
  llvm::Function* lanes = half.lanes.lookup(body.function);
  if (!lanes) return std::nullopt;
  KernelBody copy = body;
  copy.function = lanes;
  return copy;
}

void LowerState(Half& half) {
  llvm::DenseMap<llvm::Function*, std::vector<llvm::Value*>> states;
  for (const KernelBody& body : half.bodies) {
    states[body.function] = StateArguments(body);
    if (const std::optional<KernelBody> lanes = InLanes(half, body)) states[lanes->function] = StateArguments(*lanes);
  }
  for (llvm::Function& function : half.module) {
    if (function.isDeclaration()) continue;
    const std::vector<llvm::Value*> state = states.lookup(&function);
    LowerSharedUses(function, half.shared, state.empty() ? nullptr : state[kShared],
                    state.empty() ? nullptr : state[kDynamicShared], half.tables->shared_base());
    LowerIndexCalls(function, state);
  }
}

// Check mode: a second entry beside that of one thread.
void MakeLanesEntry(Half& half, KernelRow& kernel) {
  const std::optional<KernelBody> lanes = InLanes(half, kernel.body);
  if (!lanes) return;
  // However much it gains as whole warps, its checks gain more.
  warp::Options options = WarpOptions(half.options, LOCKSTEP_FIBERS);
  if (half.options.engine.empty()) options.any_processor = false;
  if (kernel.engine.kind == LOCKSTEP_LOOPS)
    kernel.block_entry =
        warp::MakeWholeWarps(*lanes, half.tables->shared_base(), FunctionAnalyses(half), options).entry;
  lanes->function->eraseFromParent();
}

void MakeEntries(Half& half, KernelRow& kernel) {
  const WorkingOn working("the kernel", kernel.body.name);
  llvm::GlobalVariable* shared_base = half.tables->shared_base();
  MakeLanesEntry(half, kernel);
  if (IsRun(half) && AskedEngine(half.options) == LOCKSTEP_WARPS) {
    const warp::WholeWarps warps = warp::MakeWholeWarps(kernel.body, shared_base, FunctionAnalyses(half),
                                                        WarpOptions(half.options, kernel.engine.kind));
    kernel.block_entry = warps.entry;
    kernel.first_writes = warps.first_writes;
    kernel.engine = warp::PreferWarps(kernel.engine, warps);
  }
  ShowEngine(*kernel.body.function, kernel.engine);
  if (kernel.block_entry && IsRun(half)) return;
  const bool loop =
      IsRun(half) && kernel.engine.kind == LOCKSTEP_LOOPS && half.calls->IsSelfContained(*kernel.body.function);
  if (loop)
    kernel.block_entry = MakeBlockEntry(kernel.body, shared_base);
  else
    kernel.thread_entry = MakeThreadEntry(kernel.body, shared_base);
}

void MakeAllEntries(Half& half) {
  for (KernelRow& kernel : half.whole.kernels) MakeEntries(half, kernel);
}

void DropSharedVariables(Half& half) {
  for (const SharedVariable& variable : half.shared.variables) variable.global->eraseFromParent();
}

void ShowAllManaged(Half& half) {
  std::vector<ManagedVariable> managed;
  for (const DeviceVariable& variable : half.whole.variables)
    if (half.whole.managed.contains(variable.global))
      managed.push_back({variable.global, half.whole.names.lookup(variable.global)});
  ShowManagedVariables(managed, half.options.unit, half.options.relocatable);
}

void DropDebug(Half& half) {
  if (!half.options.keeps_debug) llvm::StripDebugInfo(half.module);
}

void RegisterInHost(Half& half) {
  if (half.options.relocatable) RegisterWithoutDeviceLink(half.module);
}

void InstrumentPlayed(Half& half) {
  InstrumentPlayedCode(half.module, half.analyses,
                       {.unit = half.options.unit, .mode = half.options.mode, .explains = half.options.explains});
}

struct Pass {
  llvm::StringRef name;
  unsigned modes;
  llvm::StringRef needs;  // names, with a blank between two
  void (*run)(Half&);
};

constexpr Pass kDevicePasses[] = {
#define DEVICE_PASS(name, modes, needs, ...) {name, modes, needs, [](Half& half) { (void)(__VA_ARGS__); }},
#include "sim/compile/pass/passes.def"
};

constexpr Pass kHostPasses[] = {
#define HOST_PASS(name, modes, needs, ...) {name, modes, needs, [](Half& half) { (void)(__VA_ARGS__); }},
#include "sim/compile/pass/passes.def"
};

constexpr LatePass kLatePasses[] = {
#define LATE_PASS(name, where, run) {name, run},
#include "sim/compile/pass/passes.def"
};

std::vector<llvm::StringRef> NamesIn(llvm::StringRef needs) {
  llvm::SmallVector<llvm::StringRef> names;
  needs.split(names, ' ', -1, false);
  return {names.begin(), names.end()};
}

bool Exists(llvm::StringRef name) {
  const auto has_name = [&](const auto& pass) { return pass.name == name; };
  return llvm::any_of(kDevicePasses, has_name) || llvm::any_of(kHostPasses, has_name) ||
         llvm::any_of(kLatePasses, has_name);
}

// With what these need.
std::set<std::string> WithNeeds(llvm::ArrayRef<Pass> passes, std::set<std::string> names) {
  for (const Pass& pass : llvm::reverse(passes))
    if (names.contains(pass.name.str()))
      for (llvm::StringRef need : NamesIn(pass.needs)) names.insert(need.str());
  return names;
}

// Those of the half's mode that the flags leave, in their order.
std::vector<const Pass*> ChoosePasses(const Options& options) {
  const auto all = options.host ? llvm::ArrayRef(kHostPasses) : llvm::ArrayRef(kDevicePasses);
  const std::set<std::string> only = WithNeeds(all, options.only);
  std::vector<const Pass*> chosen;
  for (const Pass& pass : all)
    if (pass.modes >> options.mode & 1 && !options.without.contains(pass.name.str()) &&
        (only.empty() || only.contains(pass.name.str())))
      chosen.push_back(&pass);
  return chosen;
}

// False if a flag names a pass that is not there, or leaves out one that another needs.
bool AreFlagsRight(const Half& half, llvm::ArrayRef<const Pass*> chosen) {
  llvm::LLVMContext& context = half.module.getContext();
  bool right = true;
  const auto check = [&](llvm::StringRef flag, llvm::StringRef name) {
    if (Exists(name)) return;
    right = false;
    context.emitError("-lockstep-" + flag + ": no pass has the name `" + name + "` (passes.def)");
  };
  for (const std::string& name : half.options.only) check("only", name);
  for (const std::string& name : half.options.without) check("without", name);
  if (!half.options.print_after.empty()) check("print-after", half.options.print_after);
  for (const Pass* pass : chosen)
    for (llvm::StringRef need : NamesIn(pass->needs))
      if (half.options.without.contains(need.str())) {
        right = false;
        context.emitError("-lockstep-without: the pass `" + pass->name + "` needs `" + need + "`");
      }
  return right;
}

}  // namespace

void RunPasses(Half& half) {
  const std::vector<const Pass*> chosen = ChoosePasses(half.options);
  if (!AreFlagsRight(half, chosen)) return;
  for (const Pass* pass : chosen) {
    pass->run(half);
    if (pass->name == half.options.print_after) half.module.print(llvm::errs(), nullptr);
  }
}

bool RunLatePass(const LatePass& pass, llvm::Function& function, const Options& options) {
  const std::string name = pass.name.str();
  if (options.without.contains(name) || (!options.only.empty() && !options.only.contains(name))) return false;
  const bool changed = pass.run(function);
  if (name == options.print_after) function.print(llvm::errs());
  return changed;
}

}  // namespace lockstep::pass
