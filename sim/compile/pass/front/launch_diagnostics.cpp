// In: nothing. Out: clang accepts a launch in the device code of a function that is both __host__ and __device__, such
// as a lambda (sim/compile/mended_source.h puts launches in device code into one). Clang parses such a launch and
// checks its arguments, but keeps an error about it until it knows that the function is needed on the device: those
// errors are dropped before.

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseMap.h"

namespace lockstep::pass {
namespace {

using Kept = std::vector<clang::PartialDiagnosticAt>;

class AcceptLaunches : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  // Also called for each function that is made from a template. Each error is judged once: PyTorch's headers have
  // thousands, and as many functions.
  bool HandleTopLevelDecl(clang::DeclGroupRef) override {
    if (!sema_) return true;
    for (auto& [function, kept] : sema_->DeviceDeferredDiags) {
      if (kept.empty()) continue;
      std::size_t& judged = judged_[function];
      if (judged == kept.size()) continue;
      DropErrorsOfLaunches(kept);
      judged = kept.size();
    }
    return true;
  }

 private:
  bool IsErrorOfLaunch(const clang::PartialDiagnostic& diagnostic) const {
    if (diagnostic.getDiagID() != clang::diag::err_ref_bad_target) return false;
    llvm::SmallString<128> text;
    diagnostic.EmitToString(sema_->Diags, text);
    return text.starts_with("reference to __global__ function");
  }

  // Each of them has a note: where the kernel is declared.
  void DropErrorsOfLaunches(Kept& kept) const {
    Kept others;
    bool drops = false;
    for (const clang::PartialDiagnosticAt& one : kept) {
      drops = IsErrorOfLaunch(one.second) || (drops && one.second.getDiagID() == clang::diag::note_previous_decl);
      if (!drops) others.push_back(one);
    }
    if (others.size() != kept.size()) kept = std::move(others);
  }

  clang::Sema* sema_ = nullptr;
  llvm::DenseMap<const clang::FunctionDecl*, std::size_t> judged_;  // how many of its errors
};

class AcceptLaunchesAction : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    if (!compiler.getLangOpts().CUDAIsDevice) return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<AcceptLaunches>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<AcceptLaunchesAction> accepts_launches("lockstep-launches",
                                                                                "accepts launches in device code");

}  // namespace
}  // namespace lockstep::pass
