#pragma once

// The prints of the launch's threads, in the order of time: each line leads to its thread and moment.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared/replay/prints.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

// A line that a thread has printed, or that a log point prints.
struct OutputLine : replay::Print {
  bool is_log = false;
};

// The prints of a launch's threads, with the lines of log points, in the order of time.
struct PrintsView {
  std::uint32_t launch = 0xffffffff;
  std::uint64_t version = 0;  // HitFinder::version
  std::vector<OutputLine> prints;
  std::optional<std::size_t> scrolled_to;  // as many were printed at the last scroll
};

// The launch's prints, kept for as long as the launch is in view.
const std::vector<OutputLine>& PrintsInView(const replay::Model& model, const Selection& selection, Desk& desk);

void DrawPrints(const replay::Model& model, Selection& selection, Desk& desk, Area area);

extern const Panel kOutput;

}  // namespace lockstep::viz
