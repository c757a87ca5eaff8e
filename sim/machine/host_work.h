#pragma once

// What the host has the device do besides kernels: copies and fills, as they were asked for and as they are done.

#include <cstddef>
#include <cstdint>

#include "sim/toolkit/driver_types.h"

namespace lockstep {

// Who asks: the stream's number and the place in the program, for recordings and reports.
struct HostCall {
  std::uint64_t stream = 0;
  const void* caller = nullptr;  // return address of the call in the program
};

// Streams from this number on are branches of graphs.
inline constexpr std::uint64_t kFirstGraphLane = std::uint64_t{1} << 62;

// Which call a copy was, so that a report can name its arguments.
enum class CopyForm : std::uint8_t { kLinear, kRows, kToSymbol, kFromSymbol, kParameters };

// Every copy, in the most general form that CUDA has.
struct CopyOperation {
  cudaMemcpy3DParms parms{};
  CopyForm form = CopyForm::kParameters;
};

struct FillOperation {
  cudaMemsetParams parms{};
  std::size_t depth = 1, slice = 0;  // how often, and how far apart in bytes
};

// A copy that is good: rows of `width` bytes, `height` of them in a slice, `depth` slices.
struct CopyPlan {
  char* to = nullptr;
  const char* from = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t to_pitch = 0, to_slice = 0, from_pitch = 0, from_slice = 0;
  bool device_to_host = false;
  std::size_t Bytes() const { return width * height * depth; }
};

// A copy by the name of a variable that is none of the device's, of more bytes than it has, or the wrong way.
struct SymbolCopy {
  const void* symbol = nullptr;
  std::uint64_t offset = 0, count = 0;
  std::uint64_t size = 0;  // of the variable
  cudaMemcpyKind kind{};
  bool is_target = false;
};

// A launch that no device takes, and what it could have been at most.
struct RefusedLaunch {
  const char* kernel = "";
  unsigned grid[3], block[3];
  std::uint64_t dynamic_shared = 0;
  std::uint64_t most_dynamic_shared = 0, most_threads = 0;
  unsigned most_grid[3], most_block[3];
};

}  // namespace lockstep
