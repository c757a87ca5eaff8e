#pragma once

// What the CUDA API tells the checker of the host's doings. Each does nothing in a program that is not checked.

#include <cstdint>

#include "shared/report/kind.h"
#include "sim/toolkit/driver_types.h"

namespace lockstep {

struct CopyOperation;
struct CopyPlan;
struct FillOperation;
struct Origin;

// Just before a fill, in rows, is done.
void NoteFill(const FillOperation& fill, const Origin& origin);
// Just before a copy is done.
void NoteCopy(const CopyPlan& plan, const Origin& origin);
// The memory is there for what comes in the order of the stream.
void NoteAllocation(const void* pointer, std::uint64_t size, const Origin& origin);
// Just before the memory is freed, in the order of its stream.
void NoteFree(const void* pointer, std::uint64_t size, const Origin& origin);
// cudaFree and its family refused `pointer`, their argument `name`.
void NoteBadFree(const void* pointer, const char* name, const void* caller);
// A copy or a fill was refused.
void NoteBadCopy(const CopyOperation& copy, const void* caller);
void NoteBadFill(const FillOperation& fill, const void* caller);
// A launch was refused.
struct RefusedLaunch {
  const char* kernel = "";
  unsigned grid[3], block[3];
  std::uint64_t dynamic_shared = 0;
  std::uint64_t most_dynamic_shared = 0, most_threads = 0;
  unsigned most_grid[3], most_block[3];
};
// A copy by the name of a variable that is none of the device's, of more bytes than it has, or the wrong way.
struct BadSymbol {
  const void* symbol = nullptr;
  std::uint64_t offset = 0, count = 0;
  std::uint64_t size = 0;  // of the variable
  cudaMemcpyKind kind{};
  bool is_target = false;
};
void NoteBadSymbol(cudaError_t error, const BadSymbol& copy, const void* caller);
// A call fails because a kernel has. A program that never looks may go on for ever: after very many, its check ends.
void NoteCallInVain();
// The program looks at the last error.
void NoteErrorLookedAt();
void NoteBadLaunch(const RefusedLaunch& launch, cudaError_t error, const void* caller);

}  // namespace lockstep
