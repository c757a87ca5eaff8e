#pragma once

// A folder for intermediate files that goes when its owner does.

#include <filesystem>
#include <string_view>
#include <utility>

#include "shared/base/error.h"

namespace lockstep {

class ScratchFolder {
 public:
  // In the system's folder for temporary files, for this user alone.
  static Expected<ScratchFolder> Make();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path File(std::string_view name) const { return path_ / name; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace lockstep
