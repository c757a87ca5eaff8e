#include "sim/compile/precompiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "shared/base/process.h"
#include "sim/compile/cache_folder.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

// A folder of headers or a macro of the program's own does not change what the CUDA headers say. Names that libraries
// keep for themselves may.
bool LeavesHeadersAlone(const std::string& flag) {
  if (flag.starts_with("-I") || flag.starts_with("-W") || flag.starts_with("-f")) return flag.size() > 2;
  return flag.starts_with("-D") && flag.size() > 2 && flag[2] != '_' && !flag.starts_with("-DCUDA");
}

bool Precompile(const Toolchain& toolchain, const std::vector<std::string>& half, const fs::path& file) {
  const fs::path unfinished = file.string() + ".new";
  ProcessRequest request{.command = half, .capture_errors = true};
  for (const std::string& word :
       {std::string("-c"), std::string("-Xclang"), std::string("-emit-pch"),
        (toolchain.headers / "cuda_runtime.h").string(), std::string("-o"), unfinished.string()})
    request.command.push_back(word);
  const Expected<ProcessResult> result = RunProcess(std::move(request));
  std::error_code error;
  if (!result || result->status != 0) return false;
  fs::rename(unfinished, file, error);
  return !error;
}

}  // namespace

std::vector<std::string> IncludeCudaHeaders(const Toolchain& toolchain, const std::vector<std::string>& half,
                                            const std::vector<std::string>& compile_flags) {
  const std::vector<std::string> plain = {"-include", "cuda_runtime.h"};
  if (!std::ranges::all_of(compile_flags, LeavesHeadersAlone)) return plain;
  const fs::path folder = CacheFolder() / "headers";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return plain;
  const std::string name = Fingerprint(fmt::format("{}\n{}", fmt::join(half, "\n"), VersionOf(toolchain)));
  const fs::path file = folder / (name + ".pch");
  if (!fs::exists(file, error)) {
    CacheLock lock(folder / (name + ".lock"));
    if (!fs::exists(file, error) && !Precompile(toolchain, half, file)) return plain;
  }
  return {"-Xclang", "-include-pch", "-Xclang", file.string()};
}

}  // namespace lockstep
