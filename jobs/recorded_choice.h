#pragma once

// Compares what was requested (`--kernel`, `--launch`, `--block`) with what the program did.

#include <optional>
#include <string>

#include "shared/session/record_settings.h"

namespace lockstep::jobs {

struct MissedChoice {
  std::string sentence;
  bool everything = false;  // nothing that was requested is in the recording
};
std::optional<MissedChoice> FindMissedChoice(const session::RecordSettings& settings,
                                             const session::RecordSummary& summary);

}  // namespace lockstep::jobs
