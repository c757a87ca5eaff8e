// transform [FLAGS OF THE PLUGIN] FILE.ll: reads LLVM's assembly language, runs the passes that the flags choose
// (options.cpp) on it, and prints the result, preceded by what the passes tell the user, errors too, as comments. The
// tests in this folder (*.ll) state the expected output.

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "sim/compile/pass/language/mask_bits.h"
#include "sim/compile/pass/language/vector_parts.h"
#include "sim/compile/pass/passes.h"

namespace lockstep::pass {
namespace {

struct Told : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo& told) override {
    llvm::DiagnosticPrinterRawOStream printer(llvm::outs());
    llvm::outs() << "; " << (told.getSeverity() == llvm::DS_Error ? "error: " : "");
    told.print(printer);
    llvm::outs() << "\n";
    return true;
  }
};

void RunAll(llvm::Module& module, const Options& options) {
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
  Half half(module, modules, options);
  RunPasses(half);
#define LATE_PASS(name, where, run) \
  for (llvm::Function & function : module) RunLatePass({name, run}, function, options);
#include "sim/compile/pass/passes.def"
}

int Run(const char* file) {
  Options options = ReadOptions();
  if (options.unit.empty()) options.unit = "unit";
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Told>());
  llvm::SMDiagnostic wrong;
  const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, wrong, context);
  if (!module) {
    wrong.print("transform", llvm::errs());
    return 1;
  }
  RunAll(*module, options);
  module->print(llvm::outs(), nullptr);
  return llvm::verifyModule(*module, &llvm::errs()) ? 1 : 0;
}

}  // namespace
}  // namespace lockstep::pass

int main(int count, char** arguments) {
  llvm::cl::opt<std::string> file(llvm::cl::Positional, llvm::cl::Required, llvm::cl::desc("FILE.ll"));
  llvm::cl::ParseCommandLineOptions(count, arguments);
  return lockstep::pass::Run(file.c_str());
}
