// The clang plugin: the passes that turn clang's IR of a unit's halves into code that the runtime can launch
// (passes.def), and those that run among LLVM's own.

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "sim/compile/pass/language/mask_bits.h"
#include "sim/compile/pass/language/vector_parts.h"
#include "sim/compile/pass/passes.h"
#include "sim/compile/pass/working_on.h"

namespace lockstep::pass {
namespace {

struct UnitPasses : llvm::PassInfoMixin<UnitPasses> {
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    const Options options = ReadOptions();
    if (options.unit.empty()) return llvm::PreservedAnalyses::all();
    const WorkingOn file("the file", module.getSourceFileName());
    Half half(module, analyses, options);
    RunPasses(half);
    return llvm::PreservedAnalyses::none();
  }
};

struct Late : llvm::PassInfoMixin<Late> {
  LatePass pass;
  Options options = ReadOptions();

  explicit Late(const LatePass& late) : pass(late) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!RunLatePass(pass, function, options)) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

void Add(llvm::FunctionPassManager& passes, const LatePass& pass) { passes.addPass(Late(pass)); }
void Add(llvm::ModulePassManager& passes, const LatePass& pass) {
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(Late(pass)));
}

void Register(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(UnitPasses()); });
#define LATE_PASS(name, where, run) \
  builder.register##where##EPCallback([](auto& passes, llvm::OptimizationLevel) { Add(passes, {name, run}); });
#include "sim/compile/pass/passes.def"
}

}  // namespace
}  // namespace lockstep::pass

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lockstep", "1", lockstep::pass::Register};
}
