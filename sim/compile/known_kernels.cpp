#include "sim/compile/known_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "shared/base/file.h"
#include "shared/base/unfinished_file.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/manifest.h"
#include "sim/compile/precompiled.h"

namespace lockstep::compile {

namespace fs = std::filesystem;

std::optional<KnownKernels> KnownKernels::Of(const Toolchain& toolchain, const BuildRequest& request, const Unit& unit,
                                             const Command& command) {
  const std::optional<std::string> headers = StateOfPrecompiledHeaders(command);
  const Expected<fs::path> cache = CacheFolder();
  if (!headers || !cache) return std::nullopt;
  std::error_code error;
  std::string key = fmt::format("kernels\n{}\n{}\n{}\n", toolchain.version, fs::current_path(error).string(), *headers);
  // The files of this build have other names in the next one.
  const std::string scratch = fs::path(unit.parts).parent_path();
  for (const Command& one : {command, KernelPartCommand(toolchain, request, unit, "", "")})
    for (const std::string& word : one)
      if (!word.contains(scratch)) key += word + "\n";
  KnownKernels known(*cache / Fingerprint(key));
  if (!fs::exists(known.Manifest(), error)) return known;
  if (const auto lock = CacheLock::Take(known.folder_ / "lock", request.cancelled)) known.Read();
  return known;
}

void KnownKernels::Read() {
  if (!ManifestHolds(Manifest())) return;
  std::istringstream lines(ReadText(List()).value_or(""));
  for (std::string folder, name; lines >> folder >> name;) names_.insert({name, folder});
}

void KnownKernels::Add(const Names& names, const std::function<bool()>& cancelled) {
  const auto is_known = [&](const auto& one) {
    const auto found = names_.find(one.first);
    return found != names_.end() && found->second == one.second;
  };
  if (std::ranges::all_of(names, is_known) || !MakeOwnFolder(folder_)) return;
  const auto lock = CacheLock::Take(folder_ / "lock", cancelled);
  if (!lock) return;
  Read();
  for (const auto& [name, folder] : names) names_[name] = folder;
  std::string list;
  for (const auto& [name, folder] : names_) list.append(folder).append(" ").append(name).append("\n");
  if (WriteFile(List(), list)) WriteManifest(Manifest(), {.products = {List().filename()}});
}

}  // namespace lockstep::compile
