#pragma once

// The .xz format, in which captures ship: similar pictures of several kernels take the space of one.

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

// Unpacks one .xz stream. Fails if it is damaged or unpacks to more than `most` bytes; errors name the file as `name`.
Expected<std::vector<std::uint8_t>> UnpackXz(std::span<const std::uint8_t> bytes, std::uint64_t most,
                                             const std::string& name);

// The CRC-32 of ISO 3309, as in zlib and .xz.
std::uint32_t Crc32(std::span<const std::uint8_t> bytes);

}  // namespace lockstep
