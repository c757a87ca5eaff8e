#pragma once

// Blocks of a grid in the words of a user: one block, and what `--blocks` takes.

#include <optional>
#include <string>

#include "shared/base/error.h"
#include "shared/trace/recording.h"
#include "sim/record/settings.h"

namespace lockstep::jobs {

// Parses "1", "1,2" or "1,2,3".
std::optional<trace::Dim3> ParseBlock(const std::string& text);

// Adds the blocks that `text` names to those of `settings`: `all`, `first:N`, `every:N`, `corners`, or blocks with `;`
// between them. The Error quotes what it does not understand.
Expected<void> AddBlocks(const std::string& text, record::RecordSettings& settings);

}  // namespace lockstep::jobs
