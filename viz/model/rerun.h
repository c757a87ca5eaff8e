#pragma once

// A request to run the program again for this window, and to record more of it, or in another order of threads.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "shared/replay/kept_place.h"
#include "viz/model/run_answer.h"

namespace lockstep::viz {

struct Rerun {
  std::uint64_t number = 0;  // of the request in this window, from 1
  // Either this block of this launch (RecordedLaunch::number) besides what is recorded; without a block, the launch.
  std::optional<std::uint32_t> launch;
  std::optional<trace::Dim3> block;
  // Or in an order in which the second of these two accesses comes before the first.
  std::optional<std::pair<replay::KeptPlace, replay::KeptPlace>> swapped;
};

// Of whoever runs the program.
struct RerunState {
  bool is_possible = false;  // the program is known
  bool is_running = false;
  // With a new recording: how it and the one before are called, if they are to be compared.
  std::optional<RunNames> compare;
  std::string says;  // what is under way, what has come of it, or why nothing has: a sentence
};

}  // namespace lockstep::viz
