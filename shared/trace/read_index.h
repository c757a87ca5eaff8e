#pragma once

// Blocks and threads in the words of a user.

#include <optional>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// "3", "3,0" or "3,0,0". Limit: 32 bits for each coordinate, as in CUDA's dim3.
std::optional<Dim3> ReadIndex(std::string_view text);

struct NamedThread {
  std::optional<Dim3> block;
  Dim3 thread{0, 0, 0};
};

// "5,0,0", or with its block "3,0,0/5,0,0".
std::optional<NamedThread> ReadThread(std::string_view text);

}  // namespace lockstep::trace
