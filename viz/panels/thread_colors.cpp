#include "viz/panels/thread_colors.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "shared/replay/thread_state.h"
#include "viz/panels/grid_view.h"

namespace lockstep::viz {

ImU32 StateColor(const Desk& desk, replay::ThreadPhase phase) {
  const Palette& c = desk.color();
  switch (phase) {
    case replay::ThreadPhase::kNotRecorded: return c.idle;
    case replay::ThreadPhase::kNotStarted: return Blend(c.idle, c.mark, 0.30f);
    case replay::ThreadPhase::kRunning: return c.lines[2];
    case replay::ThreadPhase::kWaiting: return c.waiting;
    case replay::ThreadPhase::kExited: return Blend(c.panel, c.mark, 0.75f);
    case replay::ThreadPhase::kFaulted: return c.fault;
  }
  return c.idle;
}

ImU32 ColorOfLine(const Desk& desk, replay::Line line) {
  const auto found = desk.Of<LineColors>().by_line.find(line);
  return found == desk.Of<LineColors>().by_line.end() ? desk.color().mark : LineColor(desk.theme, found->second);
}

std::uint64_t Mixed(std::uint64_t seed, std::uint64_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15 + (seed >> 7);
}

namespace {

ImU32 ColorOfThread(const replay::Model& model, const Desk& desk, replay::ThreadSlot slot) {
  const replay::ThreadPhase phase = replay::PhaseOf(model, slot);
  if (phase == replay::ThreadPhase::kFaulted) return desk.color().fault;
  if (desk.Of<GridView>().by == ColourBy::kState) return StateColor(desk, phase);
  if (desk.Of<GridView>().by == ColourBy::kLine) {
    if (phase == replay::ThreadPhase::kNotStarted || phase == replay::ThreadPhase::kExited)
      return StateColor(desk, phase);
    const replay::StepIndex line = model.index().LineStep(model.playback().LastStep(slot));
    const std::size_t site = line == replay::kNoStep ? 0 : trace::Index(model.launch().steps[line].site);
    return line != replay::kNoStep && site < desk.Of<ThreadColors>().by_site.size()
               ? desk.Of<ThreadColors>().by_site[site]
               : desk.color().mark;
  }
  const replay::ThreadValues& values = desk.Of<ThreadColors>().values;
  const auto& value = values.values[static_cast<std::size_t>(slot)];
  if (!value) return StateColor(desk, replay::ThreadPhase::kNotStarted);
  if (!std::isfinite(*value)) return desk.color().not_finite;
  const double range = values.highest - values.lowest;
  return RampColor(desk.theme, range > 0 ? static_cast<float>((*value - values.lowest) / range) : 0.5f);
}

// If this kernel does not have the variable that the grid is coloured by, its threads are coloured by their lines.
void ChooseVariable(const replay::Model& model, Desk& desk) {
  GridView& view = desk.Of<GridView>();
  if (view.by != ColourBy::kValue) return;
  const auto names = replay::NamesWithValues(model);
  if (view.variable.empty() && !names.empty()) view.variable = names.front();
  if (std::ranges::find(names, view.variable) != names.end()) return;
  view.by = ColourBy::kLine;
  view.variable.clear();
}

}  // namespace

void ColourThreads(const replay::Model& model, Desk& desk) {
  if (desk.Of<LineColors>().launch != model.launch_place()) {
    desk.Of<LineColors>().by_line.clear();
    for (const replay::Line line : replay::LinesVisited(model))
      desk.Of<LineColors>().by_line.emplace(line, desk.Of<LineColors>().by_line.size());
    desk.Of<LineColors>().launch = model.launch_place();
  }
  ChooseVariable(model, desk);
  ThreadColors& colors = desk.Of<ThreadColors>();
  std::uint64_t key = Mixed(model.launch_place() + 1, static_cast<std::uint64_t>(desk.Of<GridView>().by));
  key = Mixed(key, static_cast<std::uint64_t>(desk.theme.kind));
  key = Mixed(key, std::hash<std::string>{}(desk.Of<GridView>().variable));
  const bool same_look = colors.made_for == key && colors.by_slot.size() == model.index().thread_count();
  if (same_look && colors.position == model.position()) return;
  const replay::Position first = std::min(colors.position, model.position()),
                         last = std::max(colors.position, model.position());
  colors.position = model.position();
  // Only threads that have moved change their colour, unless any of them may change the range of values.
  if (same_look && desk.Of<GridView>().by != ColourBy::kValue && last - first < colors.by_slot.size()) {
    for (replay::StepIndex i = first; i < last; ++i) {
      const replay::ThreadSlot slot = model.index().ThreadOf(model.launch().steps[i]);
      if (slot != replay::ThreadSlot::kNone)
        colors.by_slot[static_cast<std::size_t>(slot)] = ColorOfThread(model, desk, slot);
    }
    return;
  }
  colors.made_for = key;
  colors.by_site.clear();
  for (std::uint32_t site = 0; site < model.recording().sites.size(); ++site) {
    colors.by_site.push_back(ColorOfLine(desk, model.LineOfSite(static_cast<trace::SiteId>(site))));
  }
  colors.values = desk.Of<GridView>().by == ColourBy::kValue ? replay::ValuesOf(model, desk.Of<GridView>().variable)
                                                             : replay::ThreadValues{};
  colors.by_slot.resize(model.index().thread_count());
  for (std::uint32_t slot = 0; slot < colors.by_slot.size(); ++slot) {
    colors.by_slot[slot] = ColorOfThread(model, desk, static_cast<replay::ThreadSlot>(slot));
  }
}

}  // namespace lockstep::viz
