#include "sim/compile/pass/facts/library_code.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace lockstep::pass {
namespace {

constexpr char kLibraryMark[] = "lockstep.library";

llvm::cl::list<std::string> library_option("lockstep-library", llvm::cl::desc("a folder of library code"));
llvm::cl::list<std::string> program_option("lockstep-program", llvm::cl::desc("a folder in it with kernels"));

llvm::cl::list<std::string> apart_option("lockstep-apart", llvm::cl::desc("a folder whose kernels are set apart"));

bool IsIn(const llvm::cl::list<std::string>& folders, llvm::StringRef path) {
  return llvm::any_of(folders, [&](const std::string& folder) { return path.starts_with(folder); });
}

}  // namespace

std::string AbsolutePath(const llvm::DIFile* file) {
  if (!file) return "";
  llvm::SmallString<256> path(file->getFilename());
  if (!llvm::sys::path::is_absolute(path)) {
    path = file->getDirectory();
    llvm::sys::path::append(path, file->getFilename());
  }
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

bool IsLibraryFile(const llvm::DIFile* file) {
  if (!file) return false;
  const std::string path = AbsolutePath(file);
  return IsIn(library_option, path) && !IsIn(program_option, path);
}

bool IsLibraryFunction(const llvm::Function& function) {
  return function.getSubprogram() && IsLibraryFile(function.getSubprogram()->getFile());
}

bool IsOfLibrarySetApart(const llvm::Function& function) {
  return function.getSubprogram() && IsIn(apart_option, AbsolutePath(function.getSubprogram()->getFile()));
}

bool IsInFolderSetApart(llvm::StringRef path) {
  llvm::SmallString<256> absolute(path);
  if (llvm::sys::fs::make_absolute(absolute)) return false;
  llvm::sys::path::remove_dots(absolute, true);
  return IsIn(apart_option, absolute);
}

const llvm::DILocation* PlaceInProgram(const llvm::DILocation* place) {
  for (const llvm::DILocation* outer = place; outer; outer = outer->getInlinedAt())
    if (!IsLibraryFile(outer->getFile())) return outer;
  return place;
}

void MarkLibraryCode(llvm::Module& module) {
  llvm::MDNode* mark = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function& function : module) {
    if (function.getSubprogram() && !IsLibraryFunction(function)) continue;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block) instruction.setMetadata(kLibraryMark, mark);
  }
}

bool IsLibraryCode(const llvm::Instruction& instruction) { return instruction.hasMetadata(kLibraryMark); }

void SetApartLibraryCode(llvm::Module& module, bool keep_program_calls) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getSubprogram()) continue;
    // A function that nobody calls, such as a kernel of a library's header, would be removed in place of being inlined.
    if (function.use_empty()) continue;
    if (IsLibraryFunction(function)) {
      function.removeFnAttr(llvm::Attribute::OptimizeNone);
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    } else if (keep_program_calls) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
  }
}

}  // namespace lockstep::pass
