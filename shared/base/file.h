#pragma once

// Reading whole files.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

// The kinds of files that ReadFile accepts. Folders, sockets and devices (`/dev/zero` never ends) are errors, and so is
// a file of more than `most` bytes, which is rejected before its contents are read.
struct ReadLimits {
  std::uint64_t most = std::uint64_t{1} << 30;  // bytes
  // True if a pipe is read to its end. A file that a person names may be a pipe, as in `--suppressions <(...)`; a file
  // that another file names must be a regular file, because the pipe might never get a writer.
  bool pipes = true;
};

Expected<std::vector<std::uint8_t>> ReadFile(const std::filesystem::path& path, const ReadLimits& limits = {});

// Reads a regular file of at most `most` bytes, for files that are named by other files.
Expected<std::string> ReadText(const std::filesystem::path& path, std::uint64_t most = ReadLimits{}.most);

}  // namespace lockstep
