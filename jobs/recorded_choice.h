#pragma once

// Compares what was requested (`--kernel`, `--launch`, `--block`) with what the program did.

#include <optional>
#include <string>

#include "sim/record/settings.h"

namespace lockstep::jobs {

struct MissedChoice {
  std::string sentence;
  bool everything = false;  // nothing that was requested is in the recording
};
std::optional<MissedChoice> FindMissedChoice(const record::RecordSettings& settings,
                                             const record::RecordSummary& summary);

}  // namespace lockstep::jobs
