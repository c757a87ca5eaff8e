// The cache of `lockstep run` and its kin. An entry is a folder named by what was asked for; in it lie the program and
// a manifest of every file that went into it, with size and time of change. An entry serves while its manifest holds.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/compile/cache_folder.h"
#include "sim/compile/driver.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

std::string Identity(const Toolchain& toolchain, const BuildRequest& request) {
  std::ostringstream text;
  text << VersionOf(toolchain) << '\n'
       << ModeName(request.mode) << '\n'
       << static_cast<int>(request.product) << '\n'
       << request.optimize << '\n'
       << request.standard << '\n'
       << request.debug << request.relocatable << request.language << '\n'
       << fs::current_path().string() << '\n';
  for (const auto* list :
       {&request.inputs, &request.compile_flags, &request.host_flags, &request.device_flags, &request.link_flags}) {
    for (const std::string& item : *list) text << item << '\n';
    text << "--\n";
  }
  return text.str();
}

std::string Stamp(const std::string& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error).time_since_epoch().count();
  const auto size = fs::file_size(path, error);
  return error ? "missing" : fmt::format("{} {}", size, time);
}

bool ManifestHolds(const fs::path& manifest) {
  std::ifstream file(manifest);
  if (!file) return false;
  for (std::string path, stamp; std::getline(file, path) && std::getline(file, stamp);)
    if (Stamp(path) != stamp) return false;
  return true;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::expected<CachedProgram, BuildFailure> BuildCached(const Toolchain& toolchain, BuildRequest request) {
  const fs::path entry = CacheFolder() / Fingerprint(Identity(toolchain, request));
  std::error_code error;
  fs::create_directories(entry, error);
  if (error)
    return std::unexpected(
        BuildFailure{.error = {fmt::format("cannot make {}: {}", entry.string(), error.message())}, .of_user = false});
  CacheLock lock(entry / "lock");
  const fs::path program = entry / fs::path(request.inputs.empty() ? "program" : request.inputs[0]).stem();
  if (ManifestHolds(entry / "manifest") && fs::exists(program, error))
    return CachedProgram{.path = program.string(), .diagnostics = ReadFile(entry / "diagnostics")};

  fs::remove(entry / "manifest", error);
  // Linked beside and renamed: who runs the old program keeps it.
  request.output = program.string() + ".new";
  auto built = Build(toolchain, request);
  if (!built) return std::unexpected(built.error());
  fs::rename(request.output, program, error);
  std::ofstream(entry / "diagnostics") << built->diagnostics;
  std::ofstream manifest(entry / "manifest");
  for (const std::string& dependency : built->dependencies) manifest << dependency << '\n' << Stamp(dependency) << '\n';
  return CachedProgram{.path = program.string(), .diagnostics = built->diagnostics, .was_built = true};
}

}  // namespace lockstep
