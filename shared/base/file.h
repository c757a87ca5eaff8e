#pragma once

// Files read whole, and files written under an unfinished name: a file that bears its final name is always whole.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

Expected<std::vector<std::uint8_t>> ReadFile(const std::filesystem::path& path);

// What a file is called until it is whole: `path` + ".unfinished".
std::filesystem::path UnfinishedName(const std::filesystem::path& path);

// Writes UnfinishedName(path); Finish() gives it its name, replacing a file that had it. Without Finish() the
// unfinished file stays, with everything flushed so far.
class UnfinishedFile {
 public:
  static Expected<UnfinishedFile> Create(std::filesystem::path path);
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;
  ~UnfinishedFile();

  Expected<void> Write(std::span<const std::uint8_t> bytes);
  Expected<void> Flush();
  Expected<void> Finish();

 private:
  UnfinishedFile(std::filesystem::path path, std::FILE* file) : path_(std::move(path)), file_(file) {}

  std::filesystem::path path_;
  std::FILE* file_;
};

}  // namespace lockstep
