#pragma once

// The arrays that a checked program hands over beside its report, so that its results can be compared: each as the last
// launch that used it left it.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::session {

// Of all arrays together; larger ones are not handed over.
inline constexpr std::uint64_t kMostKept = std::uint64_t{64} << 20;  // bytes

struct KeptArray {
  std::string name;
  std::vector<std::uint8_t> bytes;
};

// As a capture file (shared/report/CAPTURES.md) of arrays of bytes.
Expected<void> WriteArrays(std::span<const KeptArray> arrays, const std::filesystem::path& path);
// The contents are not trusted.
Expected<std::vector<KeptArray>> ReadArrays(const std::filesystem::path& path);

}  // namespace lockstep::session
