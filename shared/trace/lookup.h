#pragma once

// The meaning of a recording's step, and the object that it touches; indices of blocks and threads.

#include <cstdint>
#include <optional>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::trace {

constexpr bool IsWrite(const Step& step) { return step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic; }
constexpr bool IsAccess(const Step& step) { return IsWrite(step) || step.kind == StepKind::kRead; }

// The object with this id in this launch, if there is one.
std::optional<ObjectView> FindObject(const Recording& recording, const RecordedLaunch& launch, ObjectId id);

// The source file of this path; kNone if there is none.
FileId FindFile(const Recording& recording, std::string_view path);

// True if a grid or a block of this extent has the index.
constexpr bool IsInside(const Dim3& index, const Dim3& extent) {
  return index.x < extent.x && index.y < extent.y && index.z < extent.z;
}
// The linear index of a block in its grid, or of a thread in its block, as CUDA counts them: x fastest.
constexpr std::uint64_t LinearIndex(const Dim3& index, const Dim3& extent) {
  return index.x + std::uint64_t{extent.x} * (index.y + std::uint64_t{extent.y} * index.z);
}
// The way back, for indices inside `extent`, which is not empty.
Dim3 FromLinearIndex(std::uint64_t linear, const Dim3& extent);

}  // namespace lockstep::trace
