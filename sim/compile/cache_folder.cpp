#include "sim/compile/cache_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdint>

namespace lockstep {

namespace fs = std::filesystem;

fs::path CacheFolder() {
  if (const char* chosen = getenv("LOCKSTEP_CACHE"); chosen && *chosen) return chosen;
  if (const char* base = getenv("XDG_CACHE_HOME"); base && *base) return fs::path(base) / "lockstep";
  if (const char* home = getenv("HOME"); home && *home) return fs::path(home) / ".cache/lockstep";
  return fs::temp_directory_path() / fmt::format("lockstep-{}", getuid());
}

// Two independent 64-bit hashes.
std::string Fingerprint(const std::string& text) {
  std::uint64_t first = 14695981039346656037u, second = 0x9e3779b97f4a7c15u;
  for (unsigned char c : text) {
    first = (first ^ c) * 1099511628211u;
    second = (second + c + 1) * 0xd6e8feb86659fd93u;
    second ^= second >> 32;
  }
  return fmt::format("{:016x}{:016x}", first, second);
}

CacheLock::CacheLock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
  if (file_ >= 0) flock(file_, LOCK_EX);
}

CacheLock::~CacheLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace lockstep
