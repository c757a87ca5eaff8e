#pragma once

// The .xz format, in which captures ship: pictures that several kernels made alike take the space of one.

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

bool IsXz(std::span<const std::uint8_t> bytes);

// The content of one .xz stream. An error where it is damaged, or longer than `most` bytes; `name` says whose in it.
Expected<std::vector<std::uint8_t>> UnpackXz(std::span<const std::uint8_t> bytes, std::uint64_t most,
                                             const std::string& name);

// The CRC-32 of ISO 3309, as zlib and .xz have it.
std::uint32_t Crc32(std::span<const std::uint8_t> bytes);

}  // namespace lockstep
