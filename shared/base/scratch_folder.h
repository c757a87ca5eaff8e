#pragma once

// A folder for intermediate files that goes when its owner does: with the object that stands for it, with an interrupt
// (shared/base/interrupt.h), and where its owner was killed, when the next one is made.

#include <filesystem>
#include <string_view>
#include <utility>

#include "shared/base/error.h"

namespace lockstep {

class ScratchFolder {
 public:
  // In the system's folder for temporary files, for this user alone. The error names TMPDIR.
  static Expected<ScratchFolder> Make();
  ScratchFolder(ScratchFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path File(std::string_view name) const { return path_ / name; }

 private:
  ScratchFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;
  int lock_;  // held on the folder: so nobody sweeps it away
};

// Removes those that this process has. For who ends it without ending them.
void RemoveScratchFolders();

}  // namespace lockstep
