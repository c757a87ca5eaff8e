// In: nothing. Out: source_text and source_line give the text that clang has read.

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "sim/compile/pass/facts/source_text.h"

namespace lockstep::pass {
namespace {

const clang::SourceManager* sources = nullptr;  // of the only compilation of this process

llvm::StringRef TextAt(std::uint64_t& place) {
  clang::SourceLocation at = clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(place));
  if (!sources || !at.isValid()) return {};
  if (at.isMacroID()) {
    if (!sources->isMacroArgExpansion(at)) return {};
    at = sources->getSpellingLoc(at);
    if (!at.isFileID()) return {};
  }
  const auto [file, offset] = sources->getDecomposedLoc(at);
  bool invalid = false;
  const llvm::StringRef text = sources->getBufferData(file, &invalid);
  if (invalid || offset > text.size()) return {};
  place = at.getRawEncoding();
  return text.substr(offset);
}

unsigned LineAt(std::uint64_t place) {
  const clang::SourceLocation at = clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(place));
  if (!sources || !at.isValid() || at.isMacroID()) return 0;
  const clang::PresumedLoc line = sources->getPresumedLoc(at);
  return line.isValid() ? line.getLine() : 0;
}

class ReadSource : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    sources = &compiler.getSourceManager();
    source_text = TextAt;
    source_line = LineAt;
    return std::make_unique<clang::ASTConsumer>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<ReadSource> reads_source("lockstep-source-text",
                                                                  "shows the source to transforms");

}  // namespace
}  // namespace lockstep::pass
