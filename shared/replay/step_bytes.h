#pragma once

// The bytes that a step read or wrote, wherever they are kept.

#include <cstdint>
#include <span>

#include "shared/trace/recording.h"

namespace lockstep::replay {

// The old value of a write. Empty where the recording lacks it.
std::span<const std::uint8_t> BytesBefore(const RecordedLaunch& launch, const Step& step);
// The new value of a write, the value of a read.
std::span<const std::uint8_t> BytesAfter(const RecordedLaunch& launch, const Step& step);

inline bool IsWrite(const Step& step) { return step.kind == StepKind::kWrite || step.kind == StepKind::kAtomic; }
inline bool IsAccess(const Step& step) { return IsWrite(step) || step.kind == StepKind::kRead; }

// The object that an id of this launch means; null where there is none.
const Object* FindObject(const Recording& recording, const RecordedLaunch& launch, ObjectId id);

}  // namespace lockstep::replay
