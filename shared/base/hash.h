#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep {

// FNV-1a, 64 bits: the same in every run and on every machine. `so_far` is the hash of what comes before the text.
constexpr std::uint64_t Fnv1a(std::string_view text, std::uint64_t so_far = 14695981039346656037u) {
  for (const char c : text) so_far = (so_far ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return so_far;
}

}  // namespace lockstep
