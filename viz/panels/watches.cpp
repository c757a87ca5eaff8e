#include "viz/panels/watches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shared/replay/choose.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/text_field.h"
#include "viz/panels/word_list.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostWatches = 20, kPoints = 160;

// --- what is computed

void ForgetOtherMoments(const replay::Model& model, const Selection& selection, WatchesView& view) {
  const auto thread = model.SlotOf(selection.block, selection.thread);
  const bool same_life = view.launch == model.launch_place() && view.thread == thread;
  if (!same_life) {
    view.histories.clear();
    view.background.Cancel();
    view.searched.clear();
  }
  if (!same_life || view.position != model.position()) view.values.clear();
  view.launch = model.launch_place();
  view.thread = thread;
  view.position = model.position();
}

// In each frame, also when the watches are not in view.
void TakeHistory(View& v) {
  WatchesView& view = v.desk.Of<WatchesView>();
  auto history = view.background.Take();
  if (!history) return;
  view.histories[view.searched] = std::move(*history);
  view.searched.clear();
}

void BeginNextHistory(const replay::Model& model, WatchesView& view) {
  if (!view.searched.empty() || view.thread == replay::ThreadSlot::kNone) return;
  const auto next =
      std::ranges::find_if(view.expressions, [&](const std::string& e) { return !view.histories.contains(e); });
  if (next == view.expressions.end()) return;
  view.searched = *next;
  view.background.Begin(model, [expression = *next, launch = view.launch, thread = view.thread](
                                   replay::Model& fork, query::Progress& progress) {
    fork.MoveTo(launch, 0);
    return HistoryOf(fork, thread, expression, kPoints, progress);
  });
}

const WatchValue& ValueOf(const replay::Model& model, const Selection& selection, WatchesView& view,
                          const std::string& expression) {
  const auto [value, is_new] = view.values.try_emplace(expression);
  if (is_new) value->second = Watch(model, selection, expression);
  return value->second;
}

// --- the rows

struct WatchColumns {
  float name, value, spark, remove, end;
};

WatchColumns LayOut(const Desk& desk, ImVec2 at, float width) {
  const float name = at.x + desk.Units(14), end = at.x + width;
  return {name, name + std::clamp(width * 0.24f, desk.Units(90), desk.Units(170)),
          end - std::clamp(width * 0.28f, desk.Units(90), desk.Units(190)), end - desk.Units(30), end};
}

// The value over the thread's time; a gap where it has none, and the moment in view as a line.
void DrawHistory(const Desk& desk, const replay::Model& model, const WatchHistory& history, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const double begin = history.points.empty() ? 0 : history.points.front().at;
  const double end = history.points.empty() ? 1 : history.points.back().at;
  const auto x_of = [&](double at) {
    return area.min.x + static_cast<float>((at - begin) / std::max(end - begin, 1.0)) * area.width();
  };
  const auto y_of = [&](double value) {
    const double span = history.most - history.least;
    const double share = span > 0 ? (value - history.least) / span : 0.5;
    return area.max.y - static_cast<float>(share) * area.height();
  };
  draw->AddLine({area.min.x, area.max.y + 1}, {area.max.x, area.max.y + 1}, c.line);
  const WatchHistory::Point* before = nullptr;
  for (const WatchHistory::Point& point : history.points) {
    const bool is_known = point.value.has_value(), was_known = before && before->value.has_value();
    if (was_known) {
      const float y = y_of(*before->value);
      draw->AddLine({x_of(before->at), y}, {x_of(point.at), y}, c.chosen, desk.Units(1.4f));
      if (is_known)
        draw->AddLine({x_of(point.at), y}, {x_of(point.at), y_of(*point.value)}, c.chosen, desk.Units(1.4f));
    }
    before = &point;
  }
  const float now = std::clamp(x_of(model.position()), area.min.x, area.max.x);
  draw->AddLine({now, area.min.y - desk.Units(2)}, {now, area.max.y + desk.Units(3)}, c.text, desk.Units(1));
}

void DrawCross(const Desk& desk, ImVec2 center, ImU32 color) {
  const float r = desk.Units(4);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine({center.x - r, center.y - r}, {center.x + r, center.y + r}, color, desk.Units(1.4f));
  draw->AddLine({center.x - r, center.y + r}, {center.x + r, center.y - r}, color, desk.Units(1.4f));
}

void DrawField(Desk& desk, WatchesView& view) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = desk.Units(27);
  DrawTextField(desk, view.field,
                {{at.x + desk.Units(8), at.y + desk.Units(1)}, {at.x + width - desk.Units(14), at.y + height}});
  DrawText(
      ImGui::GetWindowDrawList(), desk.fonts.small, {at.x + desk.Units(16), at.y + height + desk.Units(2)},
      desk.color().quiet,
      FitText(desk.fonts.small, "C++ with the names that the thread sees: tile[threadIdx.x + 1] * 2     Enter     Esc",
              width - desk.Units(30)));
  ImGui::SetCursorScreenPos({at.x, at.y + height + desk.Units(22)});
  if (view.words.is_wanted && !view.words.completion.words.empty())
    DrawWordList(desk, view.field, view.words,
                 {{at.x + desk.Units(8), at.y}, {at.x + width - desk.Units(14), at.y + height}},
                 "Tab  completes     Enter  watches");
}

// A lane that is elsewhere is pale, and one without a value has a dot.
void DrawLane(const Desk& desk, const LaneValue& lane, std::size_t number, Area area, float share, bool is_chosen) {
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImU32 ground = lane.number ? RampColor(desk.theme, share) : c.raised;
  if (!lane.exists) ground = c.panel;
  if (!lane.is_with) ground = Blend(c.panel, ground, 0.35f);
  draw->AddRectFilled(area.min, area.max, ground, desk.Units(3));
  if (lane.exists && !lane.is_with)
    for (float x = area.min.x + desk.Units(6); x < area.max.x + area.height(); x += desk.Units(9)) {
      draw->PushClipRect(area.min, area.max, true);
      draw->AddLine({x, area.min.y}, {x - area.height(), area.max.y}, c.mark, 1);
      draw->PopClipRect();
    }
  if (is_chosen) draw->AddRect(area.min, area.max, c.chosen, desk.Units(3), 0, desk.Units(2));
  if (!lane.exists) return;
  const std::string text =
      FitText(desk.fonts.code_small, lane.text.empty() ? "·" : lane.text, area.width() - desk.Units(4));
  const float width = TextWidth(desk.fonts.code_small, text);
  const ImU32 ink = lane.is_with ? TextOn(desk.theme, ground) : c.text;
  DrawText(draw, desk.fonts.code_small,
           {area.center().x - width / 2, area.center().y - desk.fonts.code_small->FontSize / 2}, ink, text);
  if (!ImGui::IsMouseHoveringRect(area.min, area.max) || !ImGui::IsWindowHovered()) return;
  BeginTip(desk);
  TipRow(desk, fmt::format("lane {}", number), lane.text.empty() ? lane.problem : lane.text);
  if (!lane.is_with) TipRow(desk, "", "on another line");
  EndTip();
}

// The 32 lanes of the warp; a click chooses the thread.
void DrawLanesOf(const replay::Model& model, Selection& selection, Desk& desk, WatchesView& view,
                 const WatchValue& watch) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - desk.Units(28), gap = desk.Units(2), height = desk.Units(22);
  const std::size_t columns = width > desk.Units(1100) ? 32 : width > desk.Units(400) ? 16 : 8;
  const float cell = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const LaneValue& lane : watch.lanes)
    if (lane.number && std::isfinite(*lane.number))
      least = std::min(least, *lane.number), most = std::max(most, *lane.number);
  const std::uint64_t linear = trace::LinearIndex(selection.thread, model.launch().block);
  const std::size_t own = linear % trace::kWarpSize;
  for (std::size_t i = 0; i < watch.lanes.size(); ++i) {
    const LaneValue& lane = watch.lanes[i];
    const std::size_t line = i / columns;
    const ImVec2 min{at.x + desk.Units(14) + static_cast<float>(i % columns) * (cell + gap),
                     at.y + desk.Units(2) + static_cast<float>(line) * (height + gap)};
    const Area area{min, {min.x + cell, min.y + height}};
    const double share = lane.number && most > least ? (*lane.number - least) / (most - least) : 0.5;
    ImGui::PushID(static_cast<int>(i));
    const bool clicked = Clickable(desk, "lane", area);
    ImGui::PopID();
    DrawLane(desk, lane, i, area, static_cast<float>(share), i == own);
    view.lanes[i] = area;
    if (clicked && lane.exists)
      replay::ChooseThread(model, selection, selection.block,
                           trace::FromLinearIndex(static_cast<std::uint32_t>(linear - own + i), model.launch().block));
  }
  const std::size_t rows = (watch.lanes.size() + columns - 1) / columns;
  ImGui::SetCursorScreenPos({at.x, at.y + static_cast<float>(rows) * (height + gap) + desk.Units(8)});
}

void BeginEditing(WatchesView& view, std::size_t which) {
  view.editing = which;
  view.words = {};
  view.field = TextEditor(which < view.expressions.size() ? std::string_view(view.expressions[which]) : "");
  view.field.Move(By::kLineEnd, Toward::kForward);
}

// Returns false once the watch is gone.
bool DrawWatch(const replay::Model& model, Selection& selection, Desk& desk, WatchesView& view, std::size_t which) {
  const std::string expression = view.expressions[which];
  const WatchValue watch = ValueOf(model, selection, view, expression);
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = desk.Units(42);
  const WatchColumns columns = LayOut(desk, at, width);
  const Area row{at, {columns.remove, at.y + height}};
  view.rows.push_back(row);
  ImGui::PushID(static_cast<int>(which));
  const bool clicked = Clickable(desk, "watch", row);
  const bool hovered = ImGui::IsItemHovered(), twice = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  if (hovered) draw->AddRectFilled(row.min, {columns.end, row.max.y}, WithAlpha(c.raised, 0.7f));
  const Area cross{{columns.remove, at.y}, {columns.end - desk.Units(6), row.max.y}};
  desk.controls[fmt::format("watch {} remove", which)] = cross;
  const bool removes = Clickable(desk, "remove", cross);
  DrawCross(desk, cross.center(), ImGui::IsItemHovered() ? c.text : c.quiet);
  ImGui::PopID();
  draw->AddRectFilled(row.min, {row.min.x + desk.Units(3), row.max.y}, c.chosen);
  const float y = at.y + desk.Units(4), under = at.y + desk.Units(24);
  DrawText(draw, desk.fonts.code, {columns.name, y}, c.text,
           FitText(desk.fonts.code, expression, columns.value - columns.name - desk.Units(8)));
  const float room = columns.spark - columns.value - desk.Units(12);
  if (watch.text.empty())
    DrawText(draw, desk.fonts.small, {columns.value, y + desk.Units(1)}, c.quiet,
             FitText(desk.fonts.small, watch.problem, room));
  else
    DrawText(draw, desk.fonts.code_strong, {columns.value, y}, c.text,
             FitText(desk.fonts.code_strong, watch.text, room));
  if (watch.block.threads > 0)
    DrawText(draw, desk.fonts.small, {columns.value, under}, c.quiet,
             FitText(desk.fonts.small,
                     fmt::format("warp: {}     block: {}", Describe(watch.warp), Describe(watch.block)), room));
  if (const auto history = view.histories.find(expression); history != view.histories.end() && history->second.any)
    DrawHistory(
        desk, model, history->second,
        {{columns.spark, at.y + desk.Units(8)}, {columns.remove - desk.Units(10), at.y + height - desk.Units(10)}});
  ImGui::SetCursorScreenPos({at.x, row.max.y});
  if (view.opened == which && !watch.lanes.empty()) DrawLanesOf(model, selection, desk, view, watch);
  if (removes) return ToggleWatch(desk, expression), false;
  if (twice)
    BeginEditing(view, which);
  else if (clicked)
    view.opened = view.opened == which ? std::nullopt : std::optional(which);
  return true;
}

void DrawAdder(Desk& desk, WatchesView& view) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Area row{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + desk.Units(24)}};
  view.adder = row;
  const bool clicked = Clickable(desk, "new watch", row), hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = hovered ? desk.color().text : desk.color().quiet;
  if (hovered) draw->AddRectFilled(row.min, row.max, WithAlpha(desk.color().raised, 0.7f));
  DrawText(draw, desk.fonts.small, {at.x + desk.Units(14), row.center().y - desk.fonts.small->FontSize / 2}, ink,
           "+  watch an expression   =");
  ImGui::SetCursorScreenPos({at.x, row.max.y});
  if (clicked) BeginEditing(view, view.expressions.size());
}

// --- keys

// An empty text removes the watch.
void TakeText(WatchesView& view) {
  const std::string text = view.field.buffer().Line(0);
  const std::size_t which = *view.editing;
  view.editing.reset();
  const bool is_empty = text.find_first_not_of(' ') == text.npos;
  const bool is_known = std::ranges::find(view.expressions, text) != view.expressions.end();
  if (which >= view.expressions.size()) {
    if (!is_empty && !is_known && view.expressions.size() < kMostWatches) view.expressions.push_back(text);
    return;
  }
  if (is_empty)
    view.expressions.erase(view.expressions.begin() + static_cast<std::ptrdiff_t>(which));
  else if (!is_known)
    view.expressions[which] = text;
}

void Type(const replay::Model& model, WatchesView& view, std::string_view key) {
  constexpr std::size_t kMost = 8;
  const std::string before = view.field.buffer().Line(0);
  TypeInField(view.field, key);
  const std::string& text = view.field.buffer().Line(0);
  view.words = {};
  if (text == before) return;
  view.words.is_wanted = true;
  view.words.completion = CompleteExpression(model.recording(), text, view.field.head().byte);
  if (view.words.completion.words.size() > kMost) view.words.completion.words.resize(kMost);
}

bool TakeKeyOfWatches(View& v, std::string_view key) {
  if (!v.desk.Of<WatchesView>().editing || v.desk.below != Desk::kFirstTab) return false;
  if (v.desk.is_presented || v.desk.show_map) return false;
  WatchesView& view = v.desk.Of<WatchesView>();
  if (key == "Ctrl Q" || (key.size() > 1 && key[0] == 'F') || key.starts_with("Shift F")) return false;
  if (key == "Esc")
    view.editing.reset();
  else if (key == "Enter")
    TakeText(view);
  else if (key == "Tab" || key == "Shift Tab")
    TakeNextWord(view.field, view.words, key == "Tab");
  else
    Type(*v.model, view, key);
  return true;
}

}  // namespace

void DrawWatches(const replay::Model& model, Selection& selection, Desk& desk) {
  WatchesView& view = desk.Of<WatchesView>();
  view.rows.clear();
  view.lanes.clear();
  view.adder.reset();
  ForgetOtherMoments(model, selection, view);
  BeginNextHistory(model, view);
  for (std::size_t i = 0; i < view.expressions.size();) {
    if (view.editing == i) {
      DrawField(desk, view);
      ++i;
    } else if (DrawWatch(model, selection, desk, view, i)) {
      ++i;
    }
  }
  if (view.editing && *view.editing >= view.expressions.size())
    DrawField(desk, view);
  else
    DrawAdder(desk, view);
}

bool IsWatched(const Desk& desk, const std::string& expression) {
  const auto& watched = desk.Of<WatchesView>().expressions;
  return std::ranges::find(watched, expression) != watched.end();
}

void ToggleWatch(Desk& desk, const std::string& expression) {
  WatchesView& view = desk.Of<WatchesView>();
  view.opened.reset();
  view.editing.reset();
  if (std::erase(view.expressions, expression) == 0 && view.expressions.size() < kMostWatches)
    view.expressions.push_back(expression);
}

void StopWatching(Desk& desk) {
  WatchesView& view = desk.Of<WatchesView>();
  view.background.Stop();
  view.searched.clear();
  view.values.clear();
  view.histories.clear();
}

bool IsWatchRunning(const Desk& desk) { return !desk.Of<WatchesView>().searched.empty(); }

const Panel kWatches{.name = "watches",
                     .place = PanelPlace::kNowhere,
                     .group = "Place",
                     .keys = {{{"="},
                               "watches an expression: for the thread, its warp, its block, and over time",
                               [](View& v, std::size_t) {
                                 if (v.desk.is_presented) return;
                                 v.desk.below = Desk::kFirstTab;
                                 WatchesView& view = v.desk.Of<WatchesView>();
                                 BeginEditing(view, view.expressions.size());
                               }}},
                     .takes = TakeKeyOfWatches,
                     .prepare = TakeHistory,
                     .forget = [](Desk& desk) {
                       StopWatching(desk);
                       desk.Of<WatchesView>().launch = 0xffffffff;
                     }};

}  // namespace lockstep::viz
