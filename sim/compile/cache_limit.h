#pragma once

// The cache's limit. Entries that have gone unused for the longest time are removed until the rest fits. An entry that
// a process has locked (CacheLock) stays, and so does one that was used within `kept`: its program may be running, and
// may be started once more. Only what the cache itself has made is counted or removed: LOCKSTEP_CACHE may name a folder
// that holds other files too.

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace lockstep::compile {

struct CacheLimit {
  std::uint64_t bytes = std::uint64_t{4} << 30;  // on the disk
  std::chrono::seconds kept = std::chrono::hours(1);
};

// Several processes may trim the same cache at once.
void TrimCache(const std::filesystem::path& cache, const CacheLimit& limit = {});

// TrimCache(), unless a process has done so within the last ten minutes: it looks at every entry.
void TrimCacheIfDue(const std::filesystem::path& cache, const CacheLimit& limit = {});

}  // namespace lockstep::compile
