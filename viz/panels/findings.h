#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viz/panels/panel.h"

namespace lockstep::viz {

struct FindingsView {
  bool is_open = true;             // if there are any
  std::vector<Area> cards, sides;  // areas in this frame; the sides are those of the chosen finding
  std::optional<std::uint32_t> scrolled_to;
};

// The findings of `check`, with the terminal's text; the chosen one with its sides, its memory and its hint. A click on
// a finding moves to its first side, a click on a side to that side.
void DrawFindings(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kFindings;

}  // namespace lockstep::viz
