#pragma once

// The bytes that a step read or wrote, wherever they are stored.

#include <cstdint>
#include <span>

#include "shared/trace/recording.h"

namespace lockstep::replay {

// The old value of a write. Empty if the recording lacks it.
// The result may lie in `step`.
std::span<const std::uint8_t> BytesBefore(const trace::RecordedLaunch& launch, const trace::Step& step);
std::span<const std::uint8_t> BytesBefore(const trace::RecordedLaunch& launch, const trace::Step&& step) = delete;
// The new value of a write, or the value of a read.
std::span<const std::uint8_t> BytesAfter(const trace::RecordedLaunch& launch, const trace::Step& step);
std::span<const std::uint8_t> BytesAfter(const trace::RecordedLaunch& launch, const trace::Step&& step) = delete;

}  // namespace lockstep::replay
