#pragma once

// Files that are written under an unfinished name: a file that bears its final name is always whole.
//
// What a name leads to decides how it is written. A regular file, or none: written beside it and renamed, through
// symbolic links, so that the link stays. A device or a pipe: written into, never replaced. A folder or a disk:
// refused.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "shared/base/error.h"

namespace lockstep {

struct Destination {
  std::filesystem::path path;  // with symbolic links followed
  bool is_replaced = true;     // false: written into
};

// An error where nothing can be written by this name: a folder, a disk, no such folder, no permission.
Expected<Destination> FindDestination(const std::filesystem::path& path);

// What a file is called until it is whole: `path` + ".unfinished".
std::filesystem::path UnfinishedName(const std::filesystem::path& path);

// Writes UnfinishedName(path), or a name of this process where that is taken; Finish() gives the file its name,
// replacing one that had it. Without Finish() the unfinished file stays, with everything written so far.
//
// Works in programs that close every descriptor: the file is opened again by its name, and only if it is still the same
// file. What a program has opened in the meantime under our descriptor's number is never written into.
class UnfinishedFile {
 public:
  // Errors call the file `shown`; empty: by its path.
  static Expected<UnfinishedFile> Create(std::filesystem::path path, std::string shown = {});
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;
  ~UnfinishedFile();

  Expected<void> Write(std::span<const std::uint8_t> bytes);
  Expected<void> Finish();
  // What was written is of no use: the unfinished file goes.
  void Discard();

 private:
  UnfinishedFile() = default;
  bool Open();
  int OpenNew();
  bool IsOurs() const;
  bool Reopen();
  std::unexpected<Error> Failed(int number) const;

  std::string shown_;
  Destination destination_;
  std::filesystem::path unfinished_;  // the destination itself where that is written into
  int descriptor_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::uint64_t size_ = 0;
};

// The whole of a file at once.
Expected<void> WriteFile(const std::filesystem::path& path, std::string_view text);
// Gives `from` the name `to`, or writes its bytes into it where that is a device or a pipe; `from` is then gone.
Expected<void> MoveInto(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace lockstep
