#pragma once

// Where what was built before is kept: $LOCKSTEP_CACHE, else the user's cache folder. What lies in it is executed, so
// it is this user's alone.

#include <filesystem>
#include <string>

#include "shared/base/error.h"

namespace lockstep {

// The folder, made where it is missing. The error names the folder and the variable that chooses another.
Expected<std::filesystem::path> CacheFolder();

// Makes a folder below it, or finds it made. One that others may have written to is emptied first.
Expected<void> MakeOwnFolder(const std::filesystem::path& path);

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
