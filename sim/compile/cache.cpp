// The cache of `lockstep run` and its kin. An entry is a folder named by what was asked for; in it lie the program and a
// manifest of every file that went into it, with size and time of change. An entry serves while its manifest holds.

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/compile/driver.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

fs::path CacheFolder() {
  if (const char* chosen = getenv("LOCKSTEP_CACHE")) return chosen;
  if (const char* base = getenv("XDG_CACHE_HOME"); base && *base) return fs::path(base) / "lockstep";
  if (const char* home = getenv("HOME"); home && *home) return fs::path(home) / ".cache/lockstep";
  return fs::temp_directory_path() / fmt::format("lockstep-{}", getuid());
}

// Two independent 64-bit hashes: entries of different requests never meet.
std::string Fingerprint(const std::string& text) {
  std::uint64_t first = 14695981039346656037u, second = 0x9e3779b97f4a7c15u;
  for (unsigned char c : text) {
    first = (first ^ c) * 1099511628211u;
    second = (second + c + 1) * 0xd6e8feb86659fd93u;
    second ^= second >> 32;
  }
  return fmt::format("{:016x}{:016x}", first, second);
}

std::string Identity(const Toolchain& toolchain, const BuildRequest& request) {
  std::ostringstream text;
  text << VersionOf(toolchain) << '\n' << ModeName(request.mode) << '\n' << static_cast<int>(request.product) << '\n'
       << request.optimize << '\n' << request.standard << '\n' << request.debug << request.relocatable
       << request.cuda_everywhere << '\n' << fs::current_path().string() << '\n';
  for (const auto* list : {&request.inputs, &request.compile_flags, &request.device_flags, &request.link_flags}) {
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

// Two of us may want the same entry at once: the second waits and finds it made.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
  }
  ~Lock() {
    if (file_ >= 0) close(file_);
  }
  Lock(const Lock&) = delete;

 private:
  int file_;
};

}  // namespace

std::expected<CachedProgram, BuildFailure> BuildCached(const Toolchain& toolchain, BuildRequest request) {
  const fs::path entry = CacheFolder() / Fingerprint(Identity(toolchain, request));
  std::error_code error;
  fs::create_directories(entry, error);
  if (error)
    return std::unexpected(BuildFailure{.error = {fmt::format("cannot make {}: {}", entry.string(), error.message())}, .of_user = false});
  Lock lock(entry / "lock");
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
