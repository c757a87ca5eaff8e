#include "shared/base/find_tool.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

fs::path OnPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path ? path : "/usr/bin:/bin";
  for (std::size_t start = 0; start <= folders.size();) {
    std::size_t end = folders.find(':', start);
    if (end == std::string::npos) end = folders.size();
    fs::path candidate = fs::path(folders.substr(start, end - start)) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error)) return candidate;
    start = end + 1;
  }
  return {};
}

// The program or library that this code is in.
fs::path OwnFile() {
  std::error_code error;
  Dl_info own{};
  const bool is_known = dladdr(reinterpret_cast<const void*>(&OwnFile), &own) && own.dli_fname;
  // A program's name there is that which it was started by.
  if (is_known && fs::path(own.dli_fname).extension() == ".so") return fs::weakly_canonical(own.dli_fname, error);
  return fs::read_symlink("/proc/self/exe", error);
}

}  // namespace

fs::path CompilerOfWheel(const fs::path& own_file) {
  for (fs::path folder = own_file.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
    if (folder.filename() == "app" && folder.parent_path().filename() == "lockstep")
      return folder.parent_path().parent_path() / "lockstep_cuda_compiler";
  return {};
}

fs::path FindTool(const char* name) {
  std::error_code error;
  const fs::path compiler = CompilerOfWheel(OwnFile());
  if (!compiler.empty() && fs::exists(compiler / "bin" / name, error)) return compiler / "bin" / name;
  fs::path found = OnPath(name);
  if (found.empty() && fs::exists(fs::path("/usr/bin") / name)) found = fs::path("/usr/bin") / name;
  return found;
}

}  // namespace lockstep
