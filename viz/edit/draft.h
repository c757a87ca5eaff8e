#pragma once

// A file that is edited here while other editors may write it too.
//
// `base` is the file's text as it was last read or written. Changes of the file are taken at once where nothing here is
// unsaved, merged where unsaved lines and the file's do not touch, and otherwise wait for Resolve(). Unsaved text is
// kept beside the file (NAME.unsaved), so that closing, a crash or another lesson loses none of it.

#include <filesystem>
#include <optional>
#include <string>

#include "shared/base/error.h"
#include "viz/edit/text_editor.h"
#include "viz/edit/text_merge.h"

namespace lockstep::viz {

class Draft {
 public:
  // The file, or what was unsaved when it was last edited. An error if it cannot be read or is larger than 16 MiB.
  static Expected<Draft> Open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  TextEditor& editor() { return editor_; }
  const TextEditor& editor() const { return editor_; }
  const std::string& text() const;
  const std::string& base() const { return base_; }
  bool IsModified() const { return text() != base_; }
  // For each line, the number of the base's line that it is, from 1; 0 if it is new or changed.
  const std::vector<std::uint32_t>& LinesInBase() const;

  // Changes of the text without a key of its writer.
  enum class News { kNone, kTaken, kMerged, kAsked, kRestored };
  News news() const { return news_; }
  void ForgetNews() { news_ = News::kNone; }

  // Looks whether the file has changed, at `now` in seconds of any clock, and keeps unsaved text. True if there is
  // something new to draw. A file that is just being written is read once it has rested.
  bool Look(double now);
  // True if the same lines were changed here and in the file. Saving is refused until Resolve().
  bool IsAsking() const { return theirs_.has_value(); }
  void Resolve(Prefer prefer);
  Expected<void> Save();
  // Writes NAME.unsaved, or deletes it if nothing is unsaved. Look() does so a second after the last change.
  Expected<void> KeepUnsaved();

 private:
  struct Version {
    std::uint64_t inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    bool operator==(const Version&) const = default;
  };

  Draft(std::filesystem::path path, std::string text);
  static std::optional<Version> VersionOf(const std::filesystem::path& path);
  std::filesystem::path UnsavedPath() const;
  void RestoreUnsaved();
  bool Take(std::string theirs);
  bool LookAtFile(double now);
  void KeepAfterRest(double now);

  std::filesystem::path path_;
  TextEditor editor_;
  std::string base_;
  std::optional<std::string> theirs_;  // the file's text, while it is asked about
  News news_ = News::kNone;

  std::optional<Version> read_, seen_;  // the file as it was read, and as it was last seen
  double seen_at_ = 0;
  std::uint64_t kept_ = 0, changed_ = 0;  // versions of the buffer: as kept beside the file, as last looked at
  double changed_at_ = 0;
  bool has_kept_ = false;

  // Computed for a version of the buffer, and of the base.
  struct Computed {
    std::optional<std::uint64_t> version;
    std::string text;
    std::optional<std::vector<std::uint32_t>> lines;
  };
  mutable Computed computed_;
};

}  // namespace lockstep::viz
