#pragma once

// The cost of the launch's lines in its recorded blocks, counted as `check --explain` counts a whole run
// (shared/metrics/line_counts.h). Lanes belong together if they come to a line in the same round (rounds.h), as in
// warp_access.h. Constant memory has no requests here.

#include <cstdint>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

struct LineCost {
  Line line;
  std::uint64_t passes = 0;               // of warps over the line
  std::uint64_t lanes = 0, possible = 0;  // that took part, and that those warps have; summed over the passes
  // Of memory that all blocks see.
  std::uint64_t global_requests = 0, sectors = 0;
  std::uint64_t due_sectors = 0;  // if the lanes' bytes were contiguous
  // Of shared memory.
  std::uint64_t shared_requests = 0, wavefronts = 0;
  std::uint64_t ideal_wavefronts = 0;  // without bank conflicts
  // Limit: accesses of more than 16 bytes a lane, such as copies of structs, whose pieces the recording does not know.
  std::uint64_t uncounted = 0;
};

// Of the whole launch, whatever the moment; by file and line.
std::vector<LineCost> CostsOfLines(const Model& model);

}  // namespace lockstep::replay
