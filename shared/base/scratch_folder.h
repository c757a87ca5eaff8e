#pragma once

// A folder for intermediate files. It is removed with the object that owns it, on an interrupt
// (shared/base/interrupt.h), or, if its process was killed, by the next process that creates one.

#include <filesystem>
#include <string_view>
#include <utility>

#include "shared/base/error.h"

namespace lockstep {

class ScratchFolder {
 public:
  // Creates it in the system's folder for temporary files, with access for this user only. The error names TMPDIR.
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
  int lock_;  // on the folder, so that no other process sweeps it away
};

// Removes those of this process. For code that ends the process without running destructors.
void RemoveScratchFolders();

}  // namespace lockstep
