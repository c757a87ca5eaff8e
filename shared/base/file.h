#pragma once

// Files read whole.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

// What a reader takes. A folder, a socket and a device (`/dev/zero` never ends) are refused with a sentence, and so is
// a file that is larger than `most`, before its bytes are read.
struct ReadLimits {
  std::uint64_t most = std::uint64_t{1} << 30;  // bytes
  // Whether a pipe is read to its end: one that a person named may be, as in `--suppressions <(...)`; what another file
  // names must be a regular file, because nobody may ever write to the pipe.
  bool pipes = true;
};

Expected<std::vector<std::uint8_t>> ReadFile(const std::filesystem::path& path, const ReadLimits& limits = {});

// A regular file of at most `most` bytes, as text: what another file names.
Expected<std::string> ReadText(const std::filesystem::path& path, std::uint64_t most = ReadLimits{}.most);

}  // namespace lockstep
