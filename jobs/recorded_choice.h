#pragma once

// Whether what was to be recorded (`--kernel`, `--launch`, `--block`) was there, and what there is instead.

#include <optional>
#include <string>

#include "sim/record/settings.h"

namespace lockstep::jobs {

struct MissedChoice {
  std::string sentence;
  bool everything = false;  // nothing that was asked for is in the recording
};
std::optional<MissedChoice> FindMissedChoice(const RecordSettings& settings, const RecordSummary& summary);

}  // namespace lockstep::jobs
