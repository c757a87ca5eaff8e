#include "viz/app/panels.h"

#include <algorithm>
#include <vector>

namespace lockstep::viz {

#define PANEL(panel, windows) extern const Panel panel;
#include "viz/app/panels.def"

namespace {

enum Windows : std::uint8_t { kRecording = 1, kSides = 2, kBoth = kRecording | kSides };

struct PanelRow {
  const Panel* panel;
  Windows windows;
};

constexpr PanelRow kRows[] = {
#define PANEL(panel, windows) {&panel, windows},
#include "viz/app/panels.def"
};

std::vector<const Panel*> PanelsIn(Windows window) {
  std::vector<const Panel*> panels;
  for (const PanelRow& row : kRows)
    if (row.windows & window) panels.push_back(row.panel);
  return panels;
}

}  // namespace

std::span<const Panel* const> PanelsOfRecording() {
  static const std::vector<const Panel*> kPanels = PanelsIn(kRecording);
  return kPanels;
}

std::span<const Panel* const> PanelsOfSides() {
  static const std::vector<const Panel*> kPanels = PanelsIn(kSides);
  return kPanels;
}

bool HasMeaning(std::string_view key) {
  return std::ranges::any_of(kRows, [&](const PanelRow& row) {
    return std::ranges::any_of(
        row.panel->keys, [&](const KeyRow& keys) { return std::ranges::find(keys.keys, key) != keys.keys.end(); });
  });
}

}  // namespace lockstep::viz
