#pragma once

// Where what was built before is kept: $LOCKSTEP_CACHE, else the user's cache folder.

#include <filesystem>
#include <string>

namespace lockstep {

std::filesystem::path CacheFolder();

// A name for `text`; different texts never share one in practice (128 bits).
std::string Fingerprint(const std::string& text);

// Two of us may want the same entry at once: the second waits and finds it made.
class CacheLock {
 public:
  explicit CacheLock(const std::filesystem::path& path);
  ~CacheLock();
  CacheLock(const CacheLock&) = delete;

 private:
  int file_;
};

}  // namespace lockstep
