#pragma once

// Moments of a recording with names, kept in a JSON file beside it: the recording itself stays as it is.

#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/moment_address.h"

namespace lockstep::query {

struct Bookmark {
  std::string name;  // one line; of a tour, the caption of its stop
  replay::MomentAddress moment;
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

inline constexpr std::size_t kMostBookmarks = 1000, kLongestName = 1000;  // bytes

// "run.lstrace.bookmarks.json".
std::filesystem::path BookmarksFile(const std::filesystem::path& recording);

// Empty if there is no such file. Entries that are no bookmarks are left out; the Error: the file cannot be read, or it
// is none of bookmarks.
Expected<std::vector<Bookmark>> ReadBookmarks(const std::filesystem::path& file);
Expected<void> WriteBookmarks(const std::filesystem::path& file, const std::vector<Bookmark>& bookmarks);

}  // namespace lockstep::query
