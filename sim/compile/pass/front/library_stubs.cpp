// In: a host half that names kernels and functions of Thrust and CUB, whose templates clang instantiates.
// Out: the same program, for which clang does less. The host half of a kernel is a function that launches it, so the
// library's kernels get empty bodies, and what they would call is never instantiated. Without optimisation, the
// library's functions are not inlined either, whatever they ask for.

#include <map>
#include <vector>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "sim/compile/pass/facts/library_code.h"

namespace lockstep::pass {
namespace {

class StubsOnly : public clang::ASTConsumer {
 public:
  explicit StubsOnly(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  // Called when the function is named for the first time, before clang instantiates its body.
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl* function) override {
    if (function->isDefined() || !IsOfLibrary(*function)) return;
    if (function->hasAttr<clang::CUDAGlobalAttr>())
      Empty(*function);
    else if (compiler_.getCodeGenOpts().OptimizationLevel == 0)
      function->dropAttr<clang::AlwaysInlineAttr>();
  }

  // The other consumers get a function whose body clang has instantiated from clang, and these from here.
  void HandleTranslationUnit(clang::ASTContext&) override {
    for (clang::FunctionDecl* kernel : std::exchange(kernels_, {}))
      compiler_.getASTConsumer().HandleTopLevelDecl(clang::DeclGroupRef(kernel));
  }

 private:
  bool IsOfLibrary(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
    if (!pattern) return false;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(pattern->getLocation()));
    const auto [known, is_new] = is_library_.insert({file, false});
    if (is_new)
      if (const auto entry = sources.getFileEntryRefForID(file)) known->second = IsInFolderSetApart(entry->getName());
    return known->second;
  }

  void Empty(clang::FunctionDecl& kernel) {
    const clang::SourceLocation at = kernel.getLocation();
    kernel.setBody(clang::CompoundStmt::Create(compiler_.getASTContext(), {}, clang::FPOptionsOverride(), at, at));
    kernels_.push_back(&kernel);
  }

  clang::CompilerInstance& compiler_;
  std::map<clang::FileID, bool> is_library_;
  std::vector<clang::FunctionDecl*> kernels_;
};

class StubsOnlyAction : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    const bool is_host_half = compiler.getLangOpts().CUDA && !compiler.getLangOpts().CUDAIsDevice;
    // Precompiled headers keep their instantiations for other programs.
    if (!is_host_half || compiler.getFrontendOpts().ProgramAction == clang::frontend::GeneratePCH)
      return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<StubsOnly>(compiler);
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<StubsOnlyAction> makes_stubs("lockstep-library-stubs",
                                                                      "empties library kernels in the host half");

}  // namespace
}  // namespace lockstep::pass
