// The build cache of `lockstep run` and related commands. An entry is a folder named by the request's fingerprint. It
// contains the program, the compiler's messages, and a manifest: every file that went into the program, the program
// itself, and every name whose file would have been used had it existed. An entry is valid while its manifest holds.

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "shared/base/file.h"
#include "sim/compile/cache_folder.h"
#include "sim/compile/cache_limit.h"
#include "sim/compile/dependencies.h"
#include "sim/compile/diagnostics.h"
#include "sim/compile/driver.h"
#include "sim/compile/manifest.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;

// The environment variables that clang and the linker read.
constexpr const char* kVariables[] = {"CPATH",         "C_INCLUDE_PATH",    "CPLUS_INCLUDE_PATH",  "LIBRARY_PATH",
                                      "COMPILER_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS"};

// Device code is compiled for this processor, and several machines may share a cache.
std::string Processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string known;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features")) known += line;
  return known;
}

// Words, each terminated by a zero byte, which no word contains.
std::string Identity(const Toolchain& toolchain, const BuildRequest& request) {
  std::string text;
  std::error_code error;
  const auto add = [&](std::string_view word) { text.append(word).push_back('\0'); };
  for (const std::string& word : {toolchain.version, Processor(), std::string(ModeName(request.mode)),
                                  std::to_string(static_cast<int>(request.product)), request.optimize, request.standard,
                                  fmt::format("{} {} {}", request.debug, request.relocatable, request.explains),
                                  request.language, request.engine, fs::current_path(error).string()})
    add(word);
  for (unsigned architecture : request.architectures) add(std::to_string(architecture));
  add("");
  for (const auto* list :
       {&request.inputs, &request.compile_flags, &request.host_flags, &request.device_flags, &request.link_flags}) {
    for (const std::string& item : *list) add(item);
    add("");
  }
  for (const char* variable : kVariables) {
    const char* value = getenv(variable);
    add(value ? value : "");
  }
  return text;
}

// The parts of an entry.
struct CacheEntry {
  fs::path folder, program;
  std::string File(const char* name) const { return folder / name; }
};

CacheEntry CacheEntryOf(const fs::path& folder, const BuildRequest& request) {
  fs::path name = request.inputs.empty() ? "program" : fs::path(request.inputs[0]).stem();
  // The program has its source's name, which must not be one of ours, nor too long for a suffix.
  for (const char* ours : {"manifest", "diagnostics", "lock"})
    if (name == ours || name.string().starts_with(std::string(ours) + ".")) name += "-program";
  return {folder, folder / name.string().substr(0, 200)};
}

// The contents must reach the disk before the manifest that declares them valid.
void Sync(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  fsync(file);
  close(file);
}

void Remove(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
}

void KeepManifest(const CacheEntry& entry, const Toolchain& toolchain, const BuildRequest& request,
                  const BuildResult& built, const Moment& start) {
  Manifest manifest{.sources = built.dependencies, .products = {entry.program.filename(), "diagnostics"}};
  manifest.sources.insert(manifest.sources.end(), built.libraries.begin(), built.libraries.end());
  Search search{.files = built.dependencies,
                .folders = HeaderFolders(request.compile_flags),
                .libraries = request.link_flags,
                .system = {"/usr/", toolchain.headers.string() + "/", toolchain.publish.string() + "/lockstep/",
                           entry.folder.parent_path().string() + "/"}};
  for (std::string& folder : FoldersOfPyTorch(search.folders)) search.system.push_back(std::move(folder));
  search.folders.push_back(toolchain.publish);
  Absent absent = FindAbsent(search);
  if (!absent.complete) return;
  manifest.absent = std::move(absent.names);
  WriteManifest(entry.File("manifest"), manifest, start);
}

std::expected<CacheLock, BuildFailure> LockEntry(const CacheEntry& entry, const std::function<bool()>& cancelled) {
  if (auto made = MakeOwnFolder(entry.folder); !made)
    return std::unexpected(BuildFailure{.error = made.error(), .cause = FailureCause::kPlace});
  std::optional<CacheLock> lock = CacheLock::Take(entry.folder / "lock", cancelled);
  if (!lock) return std::unexpected(CancelledBuild());
  return std::move(*lock);
}

std::expected<CachedProgram, BuildFailure> BuildInto(const CacheEntry& entry, const Toolchain& toolchain,
                                                     BuildRequest request) {
  const Moment start = request.shared ? request.shared->start() : Moment::Now();
  // Linked under another name and renamed: a process that runs the old program keeps it.
  request.output = entry.program.string() + ".new";
  for (const std::string& name : {entry.File("manifest"), entry.File("diagnostics"), request.output}) Remove(name);
  auto built = Build(toolchain, request);
  if (!built) {
    Remove(request.output);
    return std::unexpected(built.error());
  }
  Sync(request.output);
  std::error_code error;
  fs::rename(request.output, entry.program, error);
  if (error) {
    Remove(entry.program);  // may be a folder
    fs::rename(request.output, entry.program, error);
  }
  if (error)
    return std::unexpected(
        BuildFailure{.error = {fmt::format("cannot write {}: {}", entry.program.string(), error.message())},
                     .cause = FailureCause::kPlace});
  std::ofstream(entry.File("diagnostics"), std::ios::binary) << built->diagnostics;
  KeepManifest(entry, toolchain, request, *built, start);
  return CachedProgram{.path = entry.program, .diagnostics = std::move(built->diagnostics), .was_built = true};
}

}  // namespace

std::expected<CachedProgram, BuildFailure> BuildCached(const Toolchain& toolchain, BuildRequest request) {
  const Expected<fs::path> cache = CacheFolder();
  if (!cache) return std::unexpected(BuildFailure{.error = cache.error(), .cause = FailureCause::kPlace});
  const CacheEntry entry = CacheEntryOf(*cache / Fingerprint(Identity(toolchain, request)), request);
  const auto lock = LockEntry(entry, request.cancelled);
  if (!lock) return std::unexpected(lock.error());
  if (!ManifestHolds(entry.File("manifest"))) {
    auto built = BuildInto(entry, toolchain, std::move(request));
    TrimCacheIfDue(*cache);
    return built;
  }
  const std::string diagnostics = ReadText(entry.File("diagnostics")).value_or("");
  return CachedProgram{.path = entry.program, .diagnostics = request.color ? diagnostics : WithoutColors(diagnostics)};
}

}  // namespace lockstep::compile
