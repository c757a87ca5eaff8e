#pragma once

// In: what the user wants recorded. Out: which launches that means, and which blocks of them.

#include <cstdint>
#include <string_view>
#include <vector>

#include "shared/session/record_settings.h"

namespace lockstep::record {

struct LaunchToChoose {
  std::uint32_t number = 0;  // counting from 0
  std::string_view kernel;   // as people read it: "blur<3>"
  std::string_view linkage_name;
  bool is_recorded_kernel = false;  // a launch of this kernel has been recorded before
};

bool IsWanted(const session::RecordSettings& settings, const LaunchToChoose& launch);

// True if no launch after this one is wanted. Known only where places are named, and then the program need not go on.
bool IsLastWanted(const session::RecordSettings& settings, std::uint32_t launch);

// Linear indices of blocks, in the order they are to run; none that the grid does not have, nor more than a recording
// may have threads. Without a choice, the first ones.
std::vector<std::uint64_t> BlocksToRecord(const session::RecordSettings& settings, std::uint32_t launch,
                                          const trace::Dim3& grid, const trace::Dim3& block);

}  // namespace lockstep::record
