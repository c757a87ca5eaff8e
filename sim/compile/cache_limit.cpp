#include "sim/compile/cache_limit.h"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compile/cache_folder.h"

namespace lockstep::compile {
namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::seconds;

// An entry is renamed before its files are removed: it is whole under its own name, or gone.
constexpr std::string_view kRemoved = "removed-";
constexpr Seconds kPause = std::chrono::minutes(10);

// A built program with what belongs to it (cache.cpp), or precompiled headers (precompiled.cpp).
struct AgingEntry {
  std::vector<fs::path> parts;  // a folder; or files, the one that vouches for the others first
  fs::path lock;                // modified at the last use
  std::uint64_t bytes = 0;
  Seconds last_use{};
};

bool IsFingerprint(std::string_view name) {
  return name.size() == 32 && name.find_first_not_of("0123456789abcdef") == name.npos;
}

std::uint64_t BytesOf(const fs::path& path) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0) return 0;
  std::uint64_t bytes = static_cast<std::uint64_t>(info.st_blocks) * 512;
  if (!S_ISDIR(info.st_mode)) return bytes;
  std::error_code error;
  for (const fs::directory_entry& below : fs::directory_iterator(path, error)) bytes += BytesOf(below.path());
  return bytes;
}

// Since 1970; 0 where the file is missing.
Seconds ModifiedAt(const fs::path& path) {
  struct stat info{};
  return Seconds(stat(path.c_str(), &info) == 0 ? info.st_mtim.tv_sec : 0);
}

Seconds Now() { return Seconds(time(nullptr)); }

AgingEntry AgingEntryOf(std::vector<fs::path> parts, fs::path lock) {
  AgingEntry entry{.parts = std::move(parts), .lock = std::move(lock)};
  for (const fs::path& part : entry.parts) entry.bytes += BytesOf(part);
  entry.last_use = ModifiedAt(entry.lock);
  return entry;
}

std::vector<AgingEntry> FindEntries(const fs::path& cache) {
  std::vector<AgingEntry> entries;
  std::error_code error;
  for (const fs::directory_entry& found : fs::directory_iterator(cache, error))
    if (IsFingerprint(found.path().filename().native()))
      entries.push_back(AgingEntryOf({found.path()}, found.path() / "lock"));
  for (const fs::directory_entry& found : fs::directory_iterator(cache / "headers", error)) {
    const fs::path& file = found.path();
    if (file.extension() == ".pch" && IsFingerprint(file.stem().native()))
      entries.push_back(AgingEntryOf(
          {file.native() + ".manifest", file, file.native() + ".mended", fs::path(file).replace_extension("h")},
          fs::path(file).replace_extension("lock")));
  }
  return entries;
}

// The files that a killed process has renamed and not removed.
void FinishRemovals(const fs::path& cache) {
  std::error_code error;
  std::vector<fs::path> left;
  for (const fs::directory_entry& found : fs::directory_iterator(cache, error)) {
    const std::string name = found.path().filename();
    if (name.starts_with(kRemoved) && IsFingerprint(name.substr(kRemoved.size()))) left.push_back(found.path());
  }
  for (const fs::path& path : left) fs::remove_all(path, error);
}

bool Remove(const fs::path& cache, const AgingEntry& entry) {
  const std::optional<CacheLock> lock = CacheLock::TakeIfFree(entry.lock);
  // Another process has used the entry since its time was read.
  if (!lock || ModifiedAt(entry.lock) != entry.last_use) return false;
  std::error_code error;
  if (entry.parts.size() > 1) {
    for (const fs::path& part : entry.parts) fs::remove_all(part, error);
    return true;
  }
  const fs::path& folder = entry.parts.front();
  const fs::path away = cache / (std::string(kRemoved) + folder.filename().native());
  fs::remove_all(away, error);
  fs::rename(folder, away, error);
  if (error) return false;
  fs::remove_all(away, error);
  return true;
}

}  // namespace

void TrimCache(const fs::path& cache, const CacheLimit& limit) {
  FinishRemovals(cache);
  std::vector<AgingEntry> entries = FindEntries(cache);
  std::uint64_t bytes = 0;
  for (const AgingEntry& entry : entries) bytes += entry.bytes;
  if (bytes <= limit.bytes) return;
  std::ranges::sort(entries, {}, &AgingEntry::last_use);
  const Seconds newest = Now() - limit.kept;
  for (const AgingEntry& entry : entries) {
    if (bytes <= limit.bytes || entry.last_use > newest) return;
    if (Remove(cache, entry)) bytes -= entry.bytes;
  }
}

void TrimCacheIfDue(const fs::path& cache, const CacheLimit& limit) {
  const fs::path last = cache / "trimmed";
  if (Now() - ModifiedAt(last) < kPause) return;
  // Its time is that of this call, so that one process at a time looks.
  if (CacheLock::Take(last)) TrimCache(cache, limit);
}

}  // namespace lockstep::compile
