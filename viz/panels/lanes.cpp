#include "viz/panels/lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "shared/replay/choose.h"
#include "shared/replay/lanes.h"
#include "shared/replay/stepping.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/tabs.h"
#include "viz/panels/thread_colors.h"
#include "viz/panels/timeline.h"

namespace lockstep::viz {
namespace {

ImU32 ColorOf(const replay::Model& model, const Desk& desk, const replay::LaneCell& cell) {
  const ImU32 color = ColorOfLine(desk, model.LineOfSite(cell.site));
  switch (cell.state) {
    case replay::LaneState::kMoved: return color;
    case replay::LaneState::kHeld: return WithAlpha(color, 0.16f);
    case replay::LaneState::kWaiting: return WithAlpha(desk.color().waiting, 0.35f);
    default: return 0;
  }
}

const char* Word(replay::LaneState state) {
  switch (state) {
    case replay::LaneState::kNotStarted: return "not started";
    case replay::LaneState::kMoved: return "reached the line";
    case replay::LaneState::kHeld: return "stood still: the warp has diverged";
    case replay::LaneState::kWaiting: return "waited at a barrier";
    case replay::LaneState::kEnded: return "had finished";
  }
  return "";
}

// Over the first of the rounds in a row on a line, where there is room for its number.
void DrawLineNumbers(const replay::Model& model, Desk& desk, const replay::LaneHistory& history, ImVec2 at,
                     const std::vector<float>& left) {
  float free_from = at.x;
  replay::Line last;
  for (std::size_t i = 0; i < history.columns.size(); ++i) {
    const replay::Line line = replay::LineOfRound(model, history.columns[i]).line;
    const float x = at.x + left[i];
    if (line.number == 0 || line == last || x < free_from) continue;
    const std::string number = std::to_string(line.number);
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small, {x, at.y}, desk.color().faint, number);
    const float end = x + TextWidth(desk.fonts.code_small, number);
    desk.controls[fmt::format("round {}", history.first + i)] = {{x, at.y},
                                                                 {end, at.y + desk.fonts.code_small->FontSize}};
    free_from = end + desk.Units(3);
    last = line;
  }
}

struct Raster {
  Area area;
  float width, height;      // of a cell
  std::vector<float> left;  // of each column from the area's edge, and of what comes after the last one
};

Area CellArea(const Raster& raster, std::size_t column, std::uint32_t lane) {
  const ImVec2 min{raster.area.min.x + raster.left[column],
                   raster.area.min.y + static_cast<float>(lane) * raster.height};
  const float gap_x = raster.width >= 4 ? 1.0f : 0.0f, gap_y = raster.height >= 4 ? 1.0f : 0.0f;
  return {min, {min.x + raster.width - gap_x, min.y + raster.height - gap_y}};
}

bool HearsOthers(const replay::LaneColumn& column) {
  for (std::uint32_t lane = 0; lane < column.lanes.size(); ++lane)
    if (const std::uint8_t heard = column.lanes[lane].heard; heard != replay::LaneCell::kNobody && heard != lane)
      return true;
  return false;
}

// Rounds in which lanes get values of others have room for lines behind them. Drops columns of the history until the
// others fit, and the round `now` is two thirds to the right at most.
void LayOut(const Desk& desk, replay::LaneHistory& history, std::size_t now, Raster& raster) {
  const auto width_of = [&](const replay::LaneColumn& column) {
    return raster.width + (HearsOthers(column) ? desk.Units(26) : 0);
  };
  const std::size_t place = std::min(now - history.first, history.columns.size() - 1);
  std::size_t begin = 0;
  float width = 0;
  for (std::size_t i = 0; i <= place; ++i) width += width_of(history.columns[i]);
  while (begin < place && width > raster.area.width() * 2 / 3) width -= width_of(history.columns[begin++]);
  history.columns.erase(history.columns.begin(), history.columns.begin() + static_cast<std::ptrdiff_t>(begin));
  history.first += begin;
  raster.left = {0};
  while (raster.left.size() <= history.columns.size()) {
    const float end = raster.left.back() + width_of(history.columns[raster.left.size() - 1]);
    if (end > raster.area.width() && raster.left.size() > 1) break;
    raster.left.push_back(end);
  }
  history.columns.resize(raster.left.size() - 1);
}

// In the warp of the chosen thread.
trace::Dim3 ThreadOfLane(const replay::Model& model, const Selection& selection, std::uint32_t lane) {
  const trace::Dim3 extent = model.launch().block;
  const std::uint64_t chosen = trace::LinearIndex(selection.thread, extent);
  return trace::FromLinearIndex(chosen - chosen % trace::kWarpSize + lane, extent);
}

void Explore(const replay::Model& model, Selection& selection, const Desk& desk, const Raster& raster,
             const replay::LaneHistory& history) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto after = std::ranges::upper_bound(raster.left, mouse.x - raster.area.min.x);
  if (after == raster.left.begin()) return;
  const auto column = static_cast<std::size_t>(after - raster.left.begin()) - 1;
  const auto lane = static_cast<std::uint32_t>((mouse.y - raster.area.min.y) / raster.height);
  if (column >= history.columns.size() || lane >= history.lanes) return;
  const replay::LaneColumn& round = history.columns[column];
  const trace::Dim3 thread = ThreadOfLane(model, selection, lane);
  BeginTip(desk);
  TipRow(desk, "lane", fmt::format("{}, thread {}", lane, replay::Text(thread)));
  if (const replay::Line line = model.LineOfSite(round.lanes[lane].site); line.number)
    TipRow(desk, "line", std::to_string(line.number));
  TipRow(desk, "", Word(round.lanes[lane].state));
  if (const std::uint32_t from = round.lanes[lane].heard; from < history.lanes)
    TipRow(desk, "shuffle", from == lane ? "gets its own value" : fmt::format("gets the value of lane {}", from));
  if (round.lanes[lane].state == replay::LaneState::kHeld)
    if (const auto [others, count] = replay::LineOfRound(model, round); others.number)
      TipRow(desk, "meanwhile",
             fmt::format("{} {} line {}", count, count == 1 ? "lane was on" : "lanes were on", others.number));
  TipRow(desk, "active", fmt::format("{} of {} lanes", round.moved, history.lanes));
  EndTip();
  if (!ImGui::IsItemClicked()) return;
  selection.step = round.end;
  selection.thread = thread;
}

void DrawLaneCells(const replay::Model& model, const Desk& desk, const Raster& raster,
                   const replay::LaneHistory& history) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < history.columns.size(); ++i) {
    for (std::uint32_t lane = 0; lane < history.lanes; ++lane) {
      const Area cell = CellArea(raster, i, lane);
      const ImU32 color = ColorOf(model, desk, history.columns[i].lanes[lane]);
      if (color) draw->AddRectFilled(cell.min, cell.max, color, desk.Units(1.5f));
    }
  }
}

// Of every eighth lane, before the first column.
void DrawLaneNumbers(const Desk& desk, const Raster& raster, std::uint32_t lanes) {
  const ImVec2 origin = CellArea(raster, 0, 0).min;
  for (std::uint32_t lane = 0; lane < lanes; lane += 8) {
    const std::string text = std::to_string(lane);
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
             {origin.x - desk.Units(8) - TextWidth(desk.fonts.code_small, text),
              origin.y + raster.height * (static_cast<float>(lane) + 0.5f) - desk.fonts.code_small->FontSize / 2},
             desk.color().faint, text);
  }
}

// From each lane that was asked for its value to the one that asked.
void DrawShuffles(const Desk& desk, const Raster& raster, const replay::LaneHistory& history, std::uint32_t chosen) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < history.columns.size(); ++i) {
    for (std::uint32_t lane = 0; lane < history.lanes; ++lane) {
      const std::uint32_t from = history.columns[i].lanes[lane].heard;
      if (from >= history.lanes || from == lane) continue;
      const bool is_chosen = lane == chosen || from == chosen;
      const ImU32 color = is_chosen ? desk.color().chosen : WithAlpha(desk.color().quiet, 0.6f);
      const Area begin = CellArea(raster, i, from), end = CellArea(raster, i, lane);
      const ImVec2 tip{raster.area.min.x + raster.left[i + 1] - desk.Units(2), end.center().y};
      draw->AddLine({begin.max.x + 1, begin.center().y}, tip, color, desk.Units(is_chosen ? 1.6f : 1.0f));
      draw->AddCircleFilled(tip, desk.Units(is_chosen ? 2.2f : 1.4f), color);
    }
  }
}

}  // namespace

void DrawLanes(const replay::Model& model, Selection& selection, Desk& desk, Area area) {
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  const float pad = desk.Units(14), label = desk.Units(26);
  const float numbers = desk.Units(16);  // of the lines, above
  const Area room{{area.min.x + pad + label, area.min.y + desk.Units(4) + numbers},
                  {area.max.x - pad, area.max.y - desk.Units(30)}};
  if (slot == replay::ThreadSlot::kNone || room.width() < desk.Units(60) || room.height() < desk.Units(32)) {
    DrawNotice(desk, area, "No lanes to show", "The block of the chosen thread was not recorded.");
    return;
  }
  const float width = desk.Units(12);
  const auto fitting = static_cast<std::size_t>(room.width() / width);
  const std::size_t now = replay::RoundAt(model, slot, model.position());
  // The moment is two thirds to the right, so that the preceding rounds are visible.
  const std::size_t before = fitting * 2 / 3, first = now > before ? now - before : 0;
  replay::LaneHistory history = replay::LanesOver(model, slot, first, fitting);
  Raster raster{room, width, std::max(1.0f, std::floor(room.height() / trace::kWarpSize)), {0}};
  if (!history.columns.empty()) LayOut(desk, history, now, raster);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  DrawLaneCells(model, desk, raster, history);
  DrawLineNumbers(model, desk, history, {room.min.x, room.min.y - numbers}, raster.left);
  const float bottom = room.min.y + raster.height * static_cast<float>(history.lanes);
  const auto chosen =
      static_cast<std::uint32_t>(trace::LinearIndex(selection.thread, model.launch().block) % trace::kWarpSize);
  DrawShuffles(desk, raster, history, chosen);
  DrawLaneNumbers(desk, raster, history.lanes);
  const Area row{CellArea(raster, 0, chosen).min, {room.min.x + raster.left.back(), CellArea(raster, 0, chosen).max.y}};
  draw->AddRect({row.min.x - 2, row.min.y - 2}, {row.max.x + 1, row.max.y + 2}, WithAlpha(c.chosen, 0.7f),
                desk.Units(2));
  if (model.position() > 0 && now >= history.first && now - history.first < history.columns.size()) {
    const Area column = CellArea(raster, now - history.first, 0);
    draw->AddRect({column.min.x - 2, room.min.y - 3}, {column.max.x + 2, bottom + 2}, c.chosen, desk.Units(2), 0,
                  desk.Units(1.5f));
  }
  ImGui::SetCursorScreenPos(room.min);
  ImGui::InvisibleButton("lanes", {room.width(), bottom - room.min.y});
  if (const Arrows by = ReachWithArrows(desk, "lanes by keys", {room.min, {room.max.x, bottom}})) {
    if (by.x != 0)
      StepTo(model, selection, replay::Stride::kWarp,
             by.x > 0 ? replay::Direction::kForward : replay::Direction::kBackward);
    selection.thread = ThreadOfLane(model, selection, Moved(chosen, by.y, history.lanes));
  }
  if (ImGui::IsItemHovered()) Explore(model, selection, desk, raster, history);

  std::uint64_t active = 0;
  for (const replay::LaneColumn& column : history.columns) active += column.moved;
  const double mean =
      history.columns.empty() ? 0 : static_cast<double>(active) / static_cast<double>(history.columns.size());
  DrawText(draw, desk.fonts.small, {room.min.x, area.max.y - desk.Units(22)}, c.quiet,
           fmt::format("rounds {} to {} of {} · {:.1f} of {} lanes active on average", history.first + 1,
                       history.first + history.columns.size(), history.rounds, mean, history.lanes));
}

const Panel kLanes{.name = "lanes",
                   .place = PanelPlace::kBelow,
                   .group = "Place",
                   .tab = {.word = "lanes", .title = "Lanes"},
                   .draw = DrawModel<DrawLanes>,
                   .keys = {{{"L"}, "variables, or the warp's lanes over time", [](View& v, std::size_t) {
                               ToggleTab(v.desk, kLanes);
                             }}}};

}  // namespace lockstep::viz
