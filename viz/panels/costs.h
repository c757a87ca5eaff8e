#pragma once

// The cost of the launch's lines in its recorded blocks (shared/replay/line_costs.h), the dearest first. A
// click goes to the line in the source.

#include <cstdint>
#include <optional>
#include <vector>

#include "shared/replay/line_costs.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

struct CostsView {
  std::optional<std::uint32_t> launch;  // that the lines are of
  std::vector<replay::LineCost> lines;  // as they are sorted
  std::size_t by = 0;                   // the column; see costs.cpp
};

void DrawCosts(const replay::Model& model, Selection& selection, Desk& desk, Area area);

extern const Panel kCosts;

}  // namespace lockstep::viz
