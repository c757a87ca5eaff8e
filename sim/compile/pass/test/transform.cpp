// transform NAME FILE.ll: reads LLVM's assembly language, applies one transform of the device half to it, and prints
// the result, preceded by further results of the transform as comments. The tests in this folder (*.ll) state the
// expected output.

#include <cstdio>
#include <iterator>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "sim/compile/pass/annotations.h"
#include "sim/compile/pass/call_graph.h"
#include "sim/compile/pass/call_paths.h"
#include "sim/compile/pass/carried_values.h"
#include "sim/compile/pass/check_hooks.h"
#include "sim/compile/pass/defined_arithmetic.h"
#include "sim/compile/pass/engine_choice.h"
#include "sim/compile/pass/kernel_entry.h"
#include "sim/compile/pass/mask_bits.h"
#include "sim/compile/pass/memory_hooks.h"
#include "sim/compile/pass/poll_loops.h"
#include "sim/compile/pass/recursion_hooks.h"
#include "sim/compile/pass/round_hooks.h"
#include "sim/compile/pass/shared_indices.h"
#include "sim/compile/pass/shared_memory.h"
#include "sim/compile/pass/thread_state.h"
#include "sim/compile/pass/undefined_hooks.h"
#include "sim/compile/pass/vector_parts.h"
#include "sim/compile/pass/wait_sites.h"
#include "sim/compile/pass/warp/whole_warps.h"
#include "sim/compile/pass/warp_steps.h"

namespace lockstep::pass {
namespace {

void DefineForARun(llvm::Module& module) { DefineArithmetic(module, nullptr); }

void DefineForChecks(llvm::Module& module) {
  UnitTables tables(module);
  UndefinedHooks hooks(module, tables);
  DefineArithmetic(module, &hooks);
  hooks.BranchAround();
}

void InsertChecks(llvm::Module& module) {
  UnitTables tables(module);
  DeclaredTypes declared(module);
  StructPadding padding(module.getDataLayout(), declared);
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getSubprogram())
      InsertCheckHooks(function, tables, OrderBlocks(function), declared, padding);
}

void CountRecursion(llvm::Module& module) {
  UnitTables tables(module);
  InsertRecursionHooks(module, tables);
}

template <auto kInsert>
void InsertIntoAll(llvm::Module& module) {
  UnitTables tables(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getSubprogram()) kInsert(function, tables, OrderBlocks(function));
}

void MakePlain(llvm::Module& module) {
  for (const DeviceVariable& variable : MakeDeviceVariablesPlain(module))
    llvm::outs() << "; " << (variable.constant ? "constant " : "device ") << variable.global->getName() << "\n";
}

void LowerShared(llvm::Module& module) {
  UnitTables tables(module);
  const SharedLayout layout = LayOutSharedMemory(module, 64);
  llvm::outs() << "; the unit's part: " << layout.size << " bytes\n";
  for (const SharedVariable& variable : layout.variables)
    llvm::outs() << "; " << variable.global->getName() << ": "
                 << (variable.dynamic ? "dynamic"
                                      : llvm::Twine(variable.size) + " bytes at " + llvm::Twine(variable.offset))
                 << "\n";
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) LowerSharedUses(function, layout, nullptr, nullptr, tables.shared_base());
}

std::vector<KernelBody> MakeBodies(llvm::Module& module) {
  std::vector<KernelBody> bodies;
  for (llvm::Function* kernel : TakeAnnotations(module).kernels)
    if (std::optional<KernelBody> body = MakeBody(*kernel)) bodies.push_back(std::move(*body));
  return bodies;
}

template <auto kMakeEntry>
void MakeEntries(llvm::Module& module) {
  UnitTables tables(module);
  for (const KernelBody& body : MakeBodies(module)) {
    LowerIndexCalls(*body.function, StateArguments(body));
    kMakeEntry(body, tables.shared_base());
  }
}

void MakeWarps(llvm::Module& module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  UnitTables tables(module);
  const std::vector<KernelBody> bodies = MakeBodies(module);
  const SharedLayout shared = LayOutSharedMemory(module, 64);
  for (const KernelBody& body : bodies) {
    const std::vector<llvm::Value*> state = StateArguments(body);
    LowerSharedUses(*body.function, shared, state[kShared], state[kDynamicShared], tables.shared_base());
    LowerIndexCalls(*body.function, state);
    const warp::WholeWarps warps = warp::MakeWholeWarps(body, tables.shared_base(), functions, {});
    if (!warps.entry) llvm::outs() << "; " << body.name << ": " << warps.refusal << "\n";
    for (const warp::FirstWrite& write : warps.first_writes)
      llvm::outs() << "; " << body.name << " writes first: " << write.bytes << " bytes a thread at " << write.offset
                   << (write.dynamic ? " of dynamic memory" : "") << "\n";
  }
}

void ChooseEngines(llvm::Module& module) {
  const Annotations annotations = TakeAnnotations(module);
  const CallGraph calls(module);
  for (const llvm::Function* kernel : annotations.kernels) {
    const EngineChoice choice = ChooseEngine(*kernel, calls, annotations.waits, {});
    llvm::outs() << "; " << kernel->getName() << " runs on " << (choice.kind == LOCKSTEP_LOOPS ? "loops" : "fibers")
                 << ": " << choice.reason << "\n";
  }
}

void MarkWaits(llvm::Module& module) {
  UnitTables tables(module);
  MarkWaitSites(module, TakeAnnotations(module).waits, tables);
}

void KeepInStep(llvm::Module& module) {
  const Annotations annotations = TakeAnnotations(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) KeepWarpsInStep(function, annotations.waits);
}

void InsertAllPolls(llvm::Module& module) {
  UnitTables tables(module);
  InsertPolls(module, tables, true);
}

void InsertRounds(llvm::Module& module) {
  UnitTables tables(module);
  CallEffects effects;
  std::vector<RoundHooks> rounds;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) rounds.emplace_back(function, effects);
  for (RoundHooks& each : rounds) each.Insert(tables);
}

void SetAllCarriedApart(llvm::Module& module) {
  const Annotations annotations = TakeAnnotations(module);
  Waiting waiting(module, annotations.waits);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) SetCarriedValuesApart(function, waiting);
}

template <auto kChange>
void ChangeAll(llvm::Module& module) {
  for (llvm::Function& function : module) kChange(function);
}

struct Transform {
  llvm::StringRef name;
  void (*run)(llvm::Module&);
};
constexpr Transform kTransforms[] = {
    {"block-entries", MakeEntries<MakeBlockEntry>},
    {"call-paths", [](llvm::Module& module) { MarkCallPaths(module, "unit", false); }},
    {"call-paths-relocatable", [](llvm::Module& module) { MarkCallPaths(module, "unit", true); }},
    {"carried-values", SetAllCarriedApart},
    {"check-hooks", InsertChecks},
    {"defined-arithmetic", DefineForARun},
    {"defined-arithmetic-in-check-mode", DefineForChecks},
    {"engines", ChooseEngines},
    {"mask-bits", ChangeAll<CombineMaskBits>},
    {"memory-hooks", InsertIntoAll<InsertMemoryHooks>},
    {"plain-variables", MakePlain},
    {"polls", InsertAllPolls},
    {"recursion-hooks", CountRecursion},
    {"round-hooks", InsertRounds},
    {"shared-indices", [](llvm::Module& module) { MakeSharedIndicesSigned(module, false); }},
    {"shared-indices-relocatable", [](llvm::Module& module) { MakeSharedIndicesSigned(module, true); }},
    {"shared-memory", LowerShared},
    {"thread-entries", MakeEntries<MakeThreadEntry>},
    {"vector-parts", ChangeAll<TakeVectorParts>},
    {"wait-sites", MarkWaits},
    {"warp-steps", KeepInStep},
    {"whole-warps", MakeWarps},
};

int Run(llvm::StringRef name, const char* file) {
  const auto* transform = llvm::find_if(kTransforms, [&](const Transform& each) { return each.name == name; });
  if (transform == std::end(kTransforms)) {
    llvm::errs() << "transform: unknown transform `" << name << "`\n";
    return 1;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic wrong;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, wrong, context);
  if (!module) {
    wrong.print("transform", llvm::errs());
    return 1;
  }
  transform->run(*module);
  module->print(llvm::outs(), nullptr);
  return llvm::verifyModule(*module, &llvm::errs()) ? 1 : 0;
}

}  // namespace
}  // namespace lockstep::pass

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: transform NAME FILE.ll\n", stderr);
    return 1;
  }
  return lockstep::pass::Run(arguments[1], arguments[2]);
}
