#include "viz/panels/tabs.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "shared/replay/thread_state.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"
#include "viz/panels/controls.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

std::string DescribeThread(const replay::Model& model, const Selection& selection) {
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  const std::uint64_t linear = trace::LinearIndex(selection.thread, model.launch().block);
  return fmt::format("thread {} of block {} · warp {}, lane {} · {}", replay::Text(selection.thread),
                     replay::Text(selection.block), linear / trace::kWarpSize, linear % trace::kWarpSize,
                     Word(replay::PhaseOf(model, slot)));
}

}  // namespace

Area DrawTabHead(View& view, const Panel& shown) {
  Desk& desk = view.desk;
  std::vector<std::string> words;
  int chosen = 0;
  for (const Panel* panel : view.panels) {
    if (panel->place != shown.place || !panel->tab.word) continue;
    if (panel == &shown) chosen = static_cast<int>(words.size());
    words.emplace_back(panel->tab.word);
  }
  const float width = ChoiceWidth(desk, words);
  const std::string detail = OfWhichRun(desk) + DescribeThread(*view.model, view.selection);
  Area head;
  const Area area = DrawHeader(desk, shown.tab.title, detail, width, &head);
  if (head.width() < width) return area;
  const ImVec2 at{head.max.x - width, (head.min.y + head.max.y) / 2 - desk.Units(12)};
  desk.below = words[static_cast<std::size_t>(DrawChoice(desk, "below", at, words, chosen))];
  return area;
}

bool IsInView(const Desk& desk, const Panel& tab) { return desk.below == tab.tab.word; }

void BringIntoView(Desk& desk, const Panel& tab) { desk.below = tab.tab.word; }

void ToggleTab(Desk& desk, const Panel& tab) { desk.below = IsInView(desk, tab) ? Desk::kFirstTab : tab.tab.word; }

}  // namespace lockstep::viz
