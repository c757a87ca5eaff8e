#pragma once

// The folder of the build cache: $LOCKSTEP_CACHE, else the user's cache folder. Its contents are executed, so only this
// user may write to it.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "shared/base/error.h"

namespace lockstep::compile {

// The folder, created if missing. The error names the folder and the variable that selects another one.
Expected<std::filesystem::path> CacheFolder();

// Creates a folder inside it, or uses an existing one. A folder that others may have written to is emptied first.
Expected<void> MakeOwnFolder(const std::filesystem::path& path);

// A name derived from `text`; in practice different texts have different names (128 bits).
std::string Fingerprint(const std::string& text);

// Two processes may want the same entry at once: the second waits and finds it made. A lock that is held keeps the
// entry from being removed (cache_limit.h), and its file's time is that of the entry's last use.
class CacheLock {
 public:
  // Makes the lock's folder again if another process has removed it (cache_limit.h), so that it exists once the lock is
  // held. Nothing where `cancelled` returned true during the wait. Where no file can be made, the work goes on without
  // a lock.
  static std::optional<CacheLock> Take(const std::filesystem::path& path, const std::function<bool()>& cancelled = {});
  // Nothing where another process holds it. Does not count as a use of the entry.
  static std::optional<CacheLock> TakeIfFree(const std::filesystem::path& path);
  CacheLock(CacheLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  CacheLock& operator=(CacheLock&&) = delete;
  ~CacheLock();

 private:
  explicit CacheLock(const std::filesystem::path& path);
  bool Await(const std::function<bool()>& cancelled) const;
  bool IsAt(const std::filesystem::path& path) const;

  int file_;
};

}  // namespace lockstep::compile
