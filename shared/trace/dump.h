#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "shared/trace/recording.h"
#include "shared/trace/step_choice.h"

namespace lockstep::trace {

enum class DumpFormat : std::uint8_t { kText, kJson, kJsonLines };

// DumpTrace in pieces, for recordings whose text would not fit in memory. `sink` returns false to stop.
using DumpSink = std::function<bool(std::string_view)>;
void DumpTraceTo(const Recording& recording, bool json, const DumpSink& sink);

// The same of the chosen steps. Where some are left out, those in JSON have their number in `step`, and launches
// without any are left out. Lines of JSON are steps, each with its launch's number.
void DumpStepsTo(const Recording& recording, const StepChoice& choice, DumpFormat format, const DumpSink& sink);

}  // namespace lockstep::trace
