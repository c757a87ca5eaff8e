// The clang plugin: the passes that turn clang's IR of a unit's halves into code that the runtime can launch
// (passes.def), and those that run among LLVM's own.

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "sim/compile/pass/mask_bits.h"
#include "sim/compile/pass/passes.h"
#include "sim/compile/pass/vector_parts.h"
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

}  // namespace
}  // namespace lockstep::pass

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "lockstep", "1", [](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(lockstep::pass::UnitPasses());
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
