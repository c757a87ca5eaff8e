#pragma once

// Files that are written under an unfinished name, so that a file with its final name is always complete.
//
// The kind of the destination decides. A regular file, or a new one: written beside it and renamed; symbolic links are
// followed and kept. A device or a pipe: written directly, never replaced. A folder or a disk: an error.

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "shared/base/error.h"

namespace lockstep {

struct Destination {
  std::filesystem::path path;  // with symbolic links followed
  bool is_replaced = true;     // false: written directly
};

// Fails if nothing can be written to this name: a folder, a disk, a missing folder, no permission.
Expected<Destination> FindDestination(const std::filesystem::path& path);

// The name of a file until it is complete: `path` + ".unfinished".
std::filesystem::path UnfinishedName(const std::filesystem::path& path);

// Writes to UnfinishedName(path), or to a variant with this process's number if that name is taken; Finish() renames
// the file, replacing an existing one. Without Finish(), the unfinished file stays, with everything written so far.
//
// It works in programs that close every descriptor: the file is opened again by its name, if it is still the same file.
// A file that the program has opened under our descriptor's number in the meantime is never written to.
class UnfinishedFile {
 public:
  // Errors name the file as `shown`; empty: by its path.
  static Expected<UnfinishedFile> Create(std::filesystem::path path, std::string shown = {});
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;
  ~UnfinishedFile();

  Expected<void> Write(std::span<const std::uint8_t> bytes);
  Expected<void> Finish();
  // Deletes the unfinished file.
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
  std::filesystem::path unfinished_;  // the destination itself if it is written directly
  int descriptor_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::uint64_t size_ = 0;
};

// Writes a whole file at once.
Expected<void> WriteFile(const std::filesystem::path& path, std::string_view text);
// Renames `from` to `to`; if `to` is a device or a pipe, writes the contents into it and deletes `from`.
Expected<void> MoveInto(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace lockstep
