#pragma once

// Work that the host requests besides kernels: copies and fills, as requested and as performed.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/hooks/library.h"
#include "sim/toolkit/driver_types.h"

namespace lockstep::machine {

// A call of the API. Reports need its place alone, recordings its name as well.
struct Caller {
  const void* address = nullptr;  // return address of the call in the program
  const char* name = "";          // "cudaMemcpy"; it lives as long as the process
  operator const void*() const { return address; }
};

// The origin of a request: the stream's number and the call in the program, for recordings and reports.
struct HostCall {
  std::uint64_t stream = 0;
  Caller caller{};
};

// Stream numbers from this one on denote branches of graphs.
inline constexpr std::uint64_t kFirstGraphLane = std::uint64_t{1} << 62;

// The call that requested a copy, so that a report can name its arguments.
enum class CopyForm : std::uint8_t { kLinear, kRows, kToSymbol, kFromSymbol, kParameters };

// A copy in CUDA's most general form.
struct CopyOperation {
  cudaMemcpy3DParms parms{};
  CopyForm form = CopyForm::kParameters;
};

struct FillOperation {
  cudaMemsetParams parms{};
  std::size_t depth = 1, slice = 0;  // number of slices, and their distance in bytes
};

// A valid copy: rows of `width` bytes, `height` of them in a slice, `depth` slices.
struct CopyPlan {
  char* to = nullptr;
  const char* from = nullptr;
  std::size_t width = 0, height = 1, depth = 1;
  std::size_t to_pitch = 0, to_slice = 0, from_pitch = 0, from_slice = 0;
  bool device_to_host = false;
  std::size_t Bytes() const { return width * height * depth; }
};

// A library's work on memory of the device: its function, and what it reads and writes.
struct LibraryCall {
  const char* function = "";
  std::vector<LockstepOperand> operands;
};

// A rejected copy by symbol: the name is no variable of the device, the copy is too long, or its direction is wrong.
struct SymbolCopy {
  const void* symbol = nullptr;
  std::uint64_t offset = 0, count = 0;
  std::uint64_t size = 0;  // of the variable
  cudaMemcpyKind kind{};
  bool is_target = false;
};

// A launch that no device accepts, and the limit that it exceeds.
struct RefusedLaunch {
  const char* kernel = "";
  unsigned grid[3], block[3];
  std::uint64_t dynamic_shared = 0;
  std::uint64_t most_dynamic_shared = 0, most_threads = 0;
  unsigned most_grid[3], most_block[3];
};

}  // namespace lockstep::machine
