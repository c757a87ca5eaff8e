#pragma once

// Blocks of a grid in the words of a user: what `--blocks` takes.

#include <string>

#include "shared/base/error.h"
#include "shared/session/record_settings.h"
#include "shared/trace/recording.h"

namespace lockstep::jobs {

// Adds the blocks that `text` names to those of `settings`: `all`, `first:N`, `every:N`, `corners`, or blocks with `;`
// between them. The Error quotes what it does not understand.
Expected<void> AddBlocks(const std::string& text, session::RecordSettings& settings);

}  // namespace lockstep::jobs
