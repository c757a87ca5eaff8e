#include "lessons/engine/submissions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <ranges>

#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargest = 1 << 20;  // bytes of a file
constexpr std::size_t kMostSubmissions = 10'000, kMostEntries = 4'000, kMostHeaders = 64;
constexpr int kMostDepth = 3;

enum class Kind { kFile, kFolder, kOther };

// Links are not followed: they may lead anywhere.
Kind KindOf(const fs::path& path) {
  struct stat info{};
  if (lstat(path.c_str(), &info) != 0) return Kind::kOther;
  if (S_ISREG(info.st_mode)) return Kind::kFile;
  return S_ISDIR(info.st_mode) ? Kind::kFolder : Kind::kOther;
}

bool IsProgram(const fs::path& path) { return path.extension() == ".cu"; }

bool IsHeader(const fs::path& path) {
  static constexpr std::string_view kEndings[] = {".h", ".hpp", ".cuh", ".inl"};
  return std::ranges::count(kEndings, path.extension().string()) != 0;
}

// Files that systems leave in folders and archives.
bool IsLeftOver(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with('.') || name == "__MACOSX";
}

// At most kMostEntries, and which of more of them is the disk's choice.
std::vector<fs::path> EntriesOf(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (IsLeftOver(entry->path())) continue;
    if (entries.size() == kMostEntries) break;
    entries.push_back(entry->path());
  }
  std::ranges::sort(entries);
  return entries;
}

struct Search {
  std::vector<fs::path> found;  // the .cu files, whatever they are
  std::size_t seen = 0;         // files and folders; the search ends once there are kMostEntries
};

void FindPrograms(const fs::path& folder, int depth, Search& search) {
  for (const fs::path& entry : EntriesOf(folder)) {
    if (++search.seen >= kMostEntries) return;
    if (KindOf(entry) == Kind::kFolder) {
      if (depth > 0) FindPrograms(entry, depth - 1, search);
    } else if (IsProgram(entry)) {
      search.found.push_back(entry);
    }
  }
}

Expected<fs::path> ChooseProgram(const fs::path& folder, const fs::path& wanted) {
  Search search;
  FindPrograms(folder, kMostDepth, search);
  if (search.seen >= kMostEntries)
    return Fail(
        fmt::format("The folder has {} files and folders or more, so no program was looked for.", kMostEntries));
  std::vector<fs::path>& found = search.found;
  const bool is_named = std::ranges::any_of(found, [&](const fs::path& one) { return one.filename() == wanted; });
  if (is_named) std::erase_if(found, [&](const fs::path& one) { return one.filename() != wanted; });
  if (found.empty()) return Fail("The folder has no .cu file.");
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  for (const fs::path& one : found | std::views::take(4))
    names.push_back(fmt::format("`{}`", ShortName(Printable(one.lexically_relative(folder).string()))));
  return Fail(fmt::format("The folder has {} programs ({}{}), and none of them alone is named `{}`.", found.size(),
                          fmt::join(names, ", "), found.size() > names.size() ? ", ..." : "", wanted.string()));
}

Expected<void> Copy(const fs::path& from, const fs::path& to) {
  if (KindOf(from) != Kind::kFile) return Fail("The program is not a plain file.");
  const Expected<std::string> text = ReadText(from, kLargest);
  if (!text) return Fail(fmt::format("The program cannot be read, or is larger than {} KiB.", kLargest >> 10));
  if (auto written = WriteFile(to, *text); !written) return written;
  std::error_code error;
  fs::permissions(to, fs::perms(0644), error);
  return {};
}

}  // namespace

Expected<std::vector<Submission>> FindSubmissions(const fs::path& path) {
  std::vector<Submission> found;
  const Kind kind = KindOf(fs::canonical(path));
  if (kind == Kind::kFile) return std::vector{Submission{Printable(path.stem().string()), path}};
  if (kind != Kind::kFolder) return Fail(fmt::format("`{}` is neither a file nor a folder", path.string()));
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    if (IsLeftOver(entry->path())) continue;
    const bool is_folder = KindOf(entry->path()) == Kind::kFolder;
    if (!is_folder && !IsProgram(entry->path())) continue;
    if (found.size() == kMostSubmissions)
      return Fail(fmt::format("`{}` has more than {} submissions", path.string(), kMostSubmissions));
    const fs::path name = is_folder ? entry->path().filename() : entry->path().stem();
    found.push_back({Printable(name.string()), entry->path()});
  }
  if (error) return Fail(fmt::format("`{}` cannot be read: {}", path.string(), error.message()));
  if (found.empty()) return Fail(fmt::format("`{}` has no submissions: neither .cu files nor folders", path.string()));
  std::ranges::sort(found, {}, [](const Submission& one) { return std::pair(one.name, one.path); });
  return found;
}

Expected<fs::path> TakeProgram(const Submission& submission, const fs::path& program, const fs::path& to) {
  const bool is_folder = KindOf(submission.path) == Kind::kFolder;
  Expected<fs::path> chosen = is_folder ? ChooseProgram(submission.path, program) : submission.path;
  if (!chosen) return chosen;
  if (auto copied = Copy(*chosen, to / program); !copied) return std::unexpected(copied.error());
  if (!is_folder) return to / program;
  std::size_t headers = 0;
  for (const fs::path& entry : EntriesOf(chosen->parent_path())) {
    if (!IsHeader(entry) || KindOf(entry) != Kind::kFile) continue;
    if (++headers > kMostHeaders) return Fail(fmt::format("The folder has more than {} headers.", kMostHeaders));
    if (auto copied = Copy(entry, to / entry.filename()); !copied)
      return Fail(fmt::format("The header `{}` cannot be read, or is larger than {} KiB.",
                              Printable(entry.filename().string()), kLargest >> 10));
  }
  return to / program;
}

}  // namespace lockstep::lessons
