#include "sim/compile/precompiled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "shared/base/process.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/manifest.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIncludeFlag = "-include-pch";

// A header folder, a macro or a corrected copy of the program's own does not change the meaning of the CUDA headers.
// Reserved names may.
bool LeavesHeadersAlone(const std::string& flag) {
  if (flag.starts_with("-ivfsoverlay")) return true;
  if (flag.starts_with("-I") || flag.starts_with("-W") || flag.starts_with("-f")) return flag.size() > 2;
  return flag.starts_with("-D") && flag.size() > 2 && flag[2] != '_' && !flag.starts_with("-DCUDA");
}

// A damaged file must count as missing, and clang does not always detect damage. `file` has its own manifest beside it.
fs::path ManifestOf(const fs::path& file) { return file.string() + ".manifest"; }

bool IsWhole(const fs::path& file) { return ManifestHolds(ManifestOf(file)); }

bool Precompile(const Toolchain& toolchain, const std::vector<std::string>& half, const fs::path& file,
                const std::function<bool()>& cancelled) {
  // A folder of its own, so that files which a killed clang leaves are removed with it.
  const fs::path folder = file.string() + ".new", unfinished = folder / "headers";
  std::error_code error;
  fs::remove_all(folder, error);
  if (!MakeOwnFolder(folder)) return false;
  ProcessRequest request{.command = half, .capture_errors = true, .cancelled = cancelled};
  for (const std::string& word :
       {std::string("-c"), std::string("-fno-crash-diagnostics"), std::string("-Xclang"), std::string("-emit-pch"),
        (toolchain.headers / "cuda_runtime.h").string(), std::string("-o"), unfinished.string()})
    request.command.push_back(word);
  const Moment start = Moment::Now();
  const Expected<ProcessResult> result = RunProcess(std::move(request));
  bool made = result && result->status == 0;
  if (made) {
    fs::remove_all(file, error);  // a leftover under that name
    fs::rename(unfinished, file, error);
    made = !error && WriteManifest(ManifestOf(file), {.products = {file.filename()}}, start);
  }
  fs::remove_all(folder, error);
  return made;
}

}  // namespace

std::vector<std::string> IncludeCudaHeaders(const Toolchain& toolchain, const std::vector<std::string>& half,
                                            const std::vector<std::string>& compile_flags,
                                            const std::function<bool()>& cancelled) {
  const std::vector<std::string> plain = {"-include", "cuda_runtime.h"};
  if (!std::ranges::all_of(compile_flags, LeavesHeadersAlone)) return plain;
  const Expected<fs::path> cache = CacheFolder();
  if (!cache || !MakeOwnFolder(*cache / "headers")) return plain;
  const fs::path folder = *cache / "headers";
  const std::string name = Fingerprint(fmt::format("{}\n{}", fmt::join(half, "\n"), VersionOf(toolchain)));
  const fs::path file = folder / (name + ".pch");
  const auto lock = CacheLock::Take(folder / (name + ".lock"), cancelled);
  if (!lock || (!IsWhole(file) && !Precompile(toolchain, half, file, cancelled))) return plain;
  return {"-Xclang", std::string(kIncludeFlag), "-Xclang", file.string()};
}

bool DropPrecompiledHeaders(const std::vector<std::string>& command, bool certain) {
  const auto flag = std::ranges::find(command, kIncludeFlag);
  if (flag == command.end()) return false;
  const fs::path file = *(flag + 2);  // after -Xclang
  if (!certain && ContentsHold(ManifestOf(file))) return false;
  std::error_code error;
  fs::remove_all(ManifestOf(file), error);
  fs::remove_all(file, error);
  return true;
}

}  // namespace lockstep::compile
