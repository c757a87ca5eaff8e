#include "sim/compile/toolchain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "shared/base/find_tool.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

fs::path FirstThatExists(std::initializer_list<fs::path> candidates) {
  std::error_code error;
  for (const fs::path& candidate : candidates)
    if (fs::exists(candidate, error)) return fs::weakly_canonical(candidate, error);
  return {};
}

// Every header with its size and time: any change gives another entry.
std::string StampOf(const fs::path& folder) {
  std::vector<std::string> lines;
  std::error_code error;
  for (fs::recursive_directory_iterator file(folder, error), end; file != end && !error; file.increment(error))
    if (file->is_regular_file(error))
      lines.push_back(fmt::format("{} {} {}", file->path().string(), file->file_size(error),
                                  file->last_write_time(error).time_since_epoch().count()));
  std::ranges::sort(lines);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string VersionOf(const Toolchain& toolchain) {
  std::string version;
  std::error_code error;
  for (const fs::path& file : {toolchain.clang, toolchain.plugin, toolchain.library / "liblockstep.so"}) {
    const auto time = fs::last_write_time(file, error).time_since_epoch().count();
    version += fmt::format("{}:{}:{};", file.string(), time, fs::file_size(file, error));
  }
  return version + StampOf(toolchain.headers);
}

}  // namespace

Expected<Toolchain> FindToolchain() {
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  Toolchain found;
  found.clang = FindTool("clang++-19");
  if (found.clang.empty())
    return Fail(
        "`clang++-19` is not installed; `./lockstep` installs it, or: apt-get install clang-19 lld-19, or: pip "
        "install lockstep-cuda-compiler");
  found.linker = FindTool("ld.lld-19");
  if (found.linker.empty())
    return Fail("`ld.lld-19` is not installed; `./lockstep` installs it, or: apt-get install lld-19");
  found.plugin = FirstThatExists({root / "lib/lockstep-plugin.so", root / "lib/lockstep/lockstep-plugin.so"});
  found.library = FirstThatExists({root / "lib/liblockstep.so", root / "lib/lockstep/liblockstep.so"}).parent_path();
  found.command = FirstThatExists({root / "bin/lockstep"});
  found.headers = FirstThatExists({root / "include/lockstep/cuda"});
  found.publish = FirstThatExists({root / "include/lockstep/public", fs::path(LOCKSTEP_SOURCE_DIR) / "shared"});
  if (found.plugin.empty() || found.library.empty() || found.headers.empty() || found.publish.empty())
    return Fail(fmt::format("files of Lockstep are missing in {}; build or install it again", root.string()));
  const fs::path compiler = fs::weakly_canonical(found.clang, error).parent_path().parent_path();
  found.resources = FirstThatExists({compiler / "lib/clang/19/include", "/usr/lib/llvm-19/lib/clang/19/include"});
  // As clang spells it, which its configuration beside it leads there.
  const fs::path system = compiler / "bin/../sysroot";
  if (fs::exists(system, error)) found.system = system;
  found.version = VersionOf(found);
  return found;
}

}  // namespace lockstep::compile
