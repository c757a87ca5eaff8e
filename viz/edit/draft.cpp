#include "viz/edit/draft.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <utility>

#include "shared/base/file.h"
#include "shared/base/text_diff.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::viz {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 16 << 20;  // bytes
constexpr double kRest = 0.05;                    // seconds without a change, before a file is read
constexpr double kKeepAfter = 1;                  // seconds without a change, before unsaved text is kept
constexpr std::string_view kUnsavedHead = "unsaved text, after the saved one of bytes: ";

struct Unsaved {
  std::string base, mine;
};

std::string Format(const Unsaved& unsaved) {
  return fmt::format("{}{}\n{}{}", kUnsavedHead, unsaved.base.size(), unsaved.base, unsaved.mine);
}

std::optional<Unsaved> ReadUnsaved(std::string_view text) {
  if (!text.starts_with(kUnsavedHead)) return std::nullopt;
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return std::nullopt;
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(text.data() + kUnsavedHead.size(), text.data() + line, size);
  text.remove_prefix(line + 1);
  if (error != std::errc() || size > text.size()) return std::nullopt;
  return Unsaved{std::string(text.substr(0, size)), std::string(text.substr(size))};
}

}  // namespace

std::optional<Draft::Version> Draft::VersionOf(const fs::path& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;  // another editor may be about to rename the new one
  return Version{info.st_ino, static_cast<std::uint64_t>(info.st_size), info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

Draft::Draft(fs::path path, std::string text) : path_(std::move(path)), editor_(text), base_(std::move(text)) {}

Expected<Draft> Draft::Open(const fs::path& path) {
  const std::optional<Version> version = VersionOf(path);
  Expected<std::string> text = ReadText(path, kLargestFile);
  if (!text) return std::unexpected(text.error());
  Draft draft(path, std::move(*text));
  draft.read_ = draft.seen_ = version;
  draft.RestoreUnsaved();
  return draft;
}

fs::path Draft::UnsavedPath() const { return path_.string() + ".unsaved"; }

// The text comes back as a change that can be undone, merged with what has happened to the file since.
void Draft::RestoreUnsaved() {
  const Expected<std::string> kept = ReadText(UnsavedPath(), 2 * kLargestFile + 100);
  const std::optional<Unsaved> unsaved = kept ? ReadUnsaved(*kept) : std::nullopt;
  if (!unsaved) return;
  has_kept_ = true;
  const std::string file = base_;
  base_ = unsaved->base;
  editor_.TakeText(unsaved->mine);
  Take(file);
  if (IsModified() && news_ != News::kAsked) news_ = News::kRestored;
}

const std::string& Draft::text() const {
  const std::uint64_t version = editor_.buffer().version();
  if (computed_.version != version) computed_ = {version, editor_.buffer().Text(), std::nullopt};
  return computed_.text;
}

const std::vector<std::uint32_t>& Draft::LinesInBase() const {
  text();
  if (computed_.lines) return *computed_.lines;
  const std::vector<std::string_view> was = SplitLines(base_), now = SplitLines(text());
  std::vector<std::uint32_t> numbers(editor_.buffer().lines().size());
  std::size_t line = 0, base = 0;
  const auto copy_up_to = [&](std::size_t end) {
    while (line < end) numbers[line++] = static_cast<std::uint32_t>(++base);
  };
  for (const Hunk& hunk : Diff(was, now)) {
    copy_up_to(hunk.b_begin);
    line = hunk.b_end, base = hunk.a_end;
  }
  copy_up_to(numbers.size());
  return computed_.lines.emplace(std::move(numbers));
}

// True if there is something new to draw.
bool Draft::Take(std::string theirs) {
  const bool was_asking = theirs_.has_value();
  theirs_.reset();
  if (theirs == base_) return was_asking;
  const bool modified = IsModified();
  Merged merged = Merge(base_, text(), theirs, Prefer::kMine);
  if (merged.conflicts > 0) {
    theirs_ = std::move(theirs);
    news_ = News::kAsked;
    return true;
  }
  editor_.TakeText(merged.text);
  base_ = std::move(theirs);
  computed_.lines.reset();
  news_ = modified && IsModified() ? News::kMerged : News::kTaken;
  return true;
}

void Draft::Resolve(Prefer prefer) {
  if (!theirs_) return;
  editor_.TakeText(Merge(base_, text(), *theirs_, prefer).text);
  base_ = *std::exchange(theirs_, std::nullopt);
  computed_.lines.reset();
  news_ = News::kNone;
}

bool Draft::LookAtFile(double now) {
  const std::optional<Version> version = VersionOf(path_);
  if (version != seen_) seen_ = version, seen_at_ = now;
  if (!version || version == read_ || now - seen_at_ < kRest) return false;
  Expected<std::string> text = ReadText(path_, kLargestFile);
  read_ = version;
  return text && Take(std::move(*text));
}

void Draft::KeepAfterRest(double now) {
  const std::uint64_t version = editor_.buffer().version();
  if (version != changed_) changed_ = version, changed_at_ = now;
  // A folder that cannot be written to is reported when the text is saved.
  if (version != kept_ && now - changed_at_ >= kKeepAfter) (void)KeepUnsaved();
}

bool Draft::Look(double now) {
  KeepAfterRest(now);
  return LookAtFile(now);
}

Expected<void> Draft::KeepUnsaved() {
  kept_ = editor_.buffer().version();
  if (IsModified()) {
    has_kept_ = true;
    return WriteFile(UnsavedPath(), Format({base_, text()}));
  }
  std::error_code ignored;
  if (std::exchange(has_kept_, false)) fs::remove(UnsavedPath(), ignored);
  return {};
}

Expected<void> Draft::Save() {
  // The file may have changed since it was last looked at.
  if (VersionOf(path_) != read_) {
    const std::optional<Version> version = VersionOf(path_);
    if (Expected<std::string> theirs = ReadText(path_, kLargestFile)) {
      read_ = seen_ = version;
      Take(std::move(*theirs));
    }
  }
  if (IsAsking()) return Fail("the file was changed as well, in the same lines: choose first what to keep");
  if (!IsModified() && VersionOf(path_)) return KeepUnsaved();
  if (auto written = WriteFile(path_, text()); !written) return written;
  base_ = text();
  computed_.lines.reset();
  read_ = seen_ = VersionOf(path_);
  return KeepUnsaved();
}

}  // namespace lockstep::viz
