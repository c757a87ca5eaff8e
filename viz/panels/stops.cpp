#include "viz/panels/stops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "shared/query/complete.h"
#include "shared/replay/choose.h"
#include "viz/panels/code_text.h"
#include "viz/panels/file_in_view.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/tabs.h"
#include "viz/panels/text_field.h"
#include "viz/panels/word_list.h"

namespace lockstep::viz {
namespace {

constexpr int kNew = 0;
constexpr const char* kExamples =
    "line 12 where i == 7     writes to out[7] where isnan(new)     line 12 print i, sum     faults";

void TakeProblem(StopsView& view, const query::SyntaxError& error) {
  view.problem = error.Sentence();
  view.problem_at = error.at;
}

void Close(StopsView& view) {
  view.editing.reset();
  view.words = {};
  view.problem.clear();
  view.problem_at.reset();
}

// An empty text removes the breakpoint.
void TakeText(View& v) {
  StopsView& view = v.desk.Of<StopsView>();
  Breakpoints& all = v.selection.breakpoints;
  const std::string text = view.field.buffer().Line(0);
  const int id = *view.editing;
  if (text.find_first_not_of(' ') == text.npos) {
    all.Remove(id);
    return Close(view);
  }
  if (id == kNew) {
    const auto added = all.Add(text, FileInView(*v.model, v.selection));
    if (!added) return TakeProblem(view, added.error());
  } else if (const auto changed = all.Change(id, text); !changed) {
    return TakeProblem(view, changed.error());
  }
  view.cells.erase(id);
  Close(view);
}

void Complete(const replay::Model& model, StopsView& view) {
  constexpr std::size_t kMost = 8;
  view.words = {.is_wanted = true};
  const TextPlace head = view.field.head();
  view.words.completion = query::Complete(model.recording(), view.field.buffer().Line(0), head.byte,
                                          query::CompletesFor::kBreakpoint, kMost);
}

bool TakeKeyOfStops(View& v, std::string_view key) {
  StopsView& view = v.desk.Of<StopsView>();
  if (key == "Esc" && view.run) return view.run.reset(), true;
  if (!view.editing || !IsInView(v.desk, kStops) || v.desk.is_presented || v.desk.show_map) return false;
  if (key == "Ctrl Q" || (key.size() > 1 && key[0] == 'F') || key.starts_with("Shift F")) return false;
  if (key == "Esc") return Close(view), true;
  if (key == "Enter") return TakeText(v), true;
  if (key == "Tab" || key == "Shift Tab") {
    if (!view.words.is_wanted) Complete(*v.model, view);
    return TakeNextWord(view.field, view.words, key == "Tab"), true;
  }
  const std::string before = view.field.buffer().Line(0);
  const TextPlace head = view.field.head();
  TypeInField(view.field, key);
  if (view.field.buffer().Line(0) == before) {
    if (view.field.head() != head) view.words = {};
    return true;
  }
  Complete(*v.model, view);
  view.problem.clear();
  view.problem_at.reset();
  return true;
}

void GoToHit(replay::Model& model, Selection& selection, Desk& desk, replay::Direction direction) {
  desk.Of<StopsView>().run.reset();
  selection.playing = false;
  const auto slot = model.SlotOf(selection.block, selection.thread);
  if (const auto hit = NextStop(model, selection.breakpoints, desk.Of<StopsView>().finder, slot, direction))
    return replay::GoToMoment(model, selection, replay::MomentAfter(model, *hit));
  selection.step = direction == replay::Direction::kForward ? model.end() : 0;
}

bool IsSearching(const StopsView& view, const Breakpoints& all) {
  return std::ranges::any_of(all.all(), [&](const Breakpoint& b) { return b.is_on && !view.finder.Of(b.id); });
}

void PrepareStops(View& v) {
  StopsView& view = v.desk.Of<StopsView>();
  if (view.editing && *view.editing != kNew && !v.selection.breakpoints.Find(*view.editing)) Close(view);
  view.finder.Follow(*v.model, v.selection.breakpoints);
  if (view.run && !IsSearching(view, v.selection.breakpoints)) GoToHit(*v.model, v.selection, v.desk, *view.run);
}

std::string Ordinal(std::size_t n) {
  const std::size_t last = n % 100;
  const bool is_teen = last >= 11 && last <= 13;
  return fmt::format("{}{}", n,
                     is_teen || n % 10 > 3 || n % 10 == 0 ? "th"
                     : n % 10 == 1                        ? "st"
                     : n % 10 == 2                        ? "nd"
                                                          : "rd");
}

// --- the list

struct ListRow {
  Area area;
  float text = 0, hits = 0, remove = 0;  // from the left
};

ListRow LayOut(const Desk& desk, float hits_width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = desk.Units(27);
  ListRow row{.area = {at, {at.x + width, at.y + height}}, .text = at.x + desk.Units(40)};
  row.remove = row.area.max.x - desk.Units(34);
  row.hits = std::max(row.remove - hits_width - desk.Units(10), row.text + width * 0.35f);
  return row;
}

void DrawCross(const Desk& desk, ImVec2 center, ImU32 color) {
  const float r = desk.Units(4);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine({center.x - r, center.y - r}, {center.x + r, center.y + r}, color, desk.Units(1.4f));
  draw->AddLine({center.x - r, center.y + r}, {center.x + r, center.y - r}, color, desk.Units(1.4f));
}

// The field in place of a row, and under it what is wrong with its text.
void DrawField(Desk& desk, Area row) {
  StopsView& view = desk.Of<StopsView>();
  const Area field{{row.min.x + desk.Units(32), row.min.y + desk.Units(1)},
                   {row.max.x - desk.Units(14), row.max.y - desk.Units(1)}};
  const ImVec2 at = DrawTextField(desk, view.field, field);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (view.problem_at) {
    const float letter = CodeAdvance(desk), x = at.x + letter * static_cast<float>(*view.problem_at);
    draw->AddTriangleFilled({x + letter / 2, field.max.y - desk.Units(6)}, {x + letter + 1, field.max.y - 1},
                            {x - 1, field.max.y - 1}, desk.color().fault);
  }
  const std::string text = view.problem.empty()
                               ? "Enter  sets it     Tab  completes     Esc  leaves it as it was     empty  removes it"
                               : view.problem;
  DrawText(draw, desk.fonts.small, {field.min.x + desk.Units(8), field.max.y + desk.Units(3)},
           view.problem.empty() ? desk.color().quiet : desk.color().fault,
           FitText(desk.fonts.small, text, field.width() - desk.Units(10)));
  ImGui::SetCursorScreenPos({row.min.x, field.max.y + desk.Units(22)});
  if (view.words.is_wanted && !view.words.completion.words.empty())
    DrawWordList(desk, view.field, view.words, field, "Tab  completes     Enter  sets the breakpoint");
}

void DrawBreakpoint(const replay::Model& model, Selection& selection, Desk& desk, const Breakpoint& breakpoint) {
  const Palette& c = desk.color();
  const std::string hits = DescribeHits(desk.Of<StopsView>().finder, breakpoint, model.position());
  const FoundHits* found = desk.Of<StopsView>().finder.Of(breakpoint.id);
  const bool is_wrong = found && !found->problem.empty();
  const ListRow row = LayOut(desk, TextWidth(desk.fonts.small, hits));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 middle = row.area.center();
  const Area text{{row.text - desk.Units(6), row.area.min.y}, {row.remove, row.area.max.y}};
  desk.Of<StopsView>().rows[breakpoint.id] = text;
  ImGui::PushID(breakpoint.id);
  const bool edits = Clickable(desk, "text", text);
  if (ImGui::IsItemHovered()) draw->AddRectFilled(text.min, text.max, WithAlpha(c.raised, 0.7f), desk.Units(5));
  const Area mark{{row.area.min.x + desk.Units(8), row.area.min.y}, {row.text - desk.Units(6), row.area.max.y}};
  desk.controls[fmt::format("stop {} switch", breakpoint.id)] = mark;
  const bool switches = Clickable(desk, "switch", mark);
  const Area cross{{row.remove, row.area.min.y}, {row.area.max.x - desk.Units(8), row.area.max.y}};
  desk.controls[fmt::format("stop {} remove", breakpoint.id)] = cross;
  const bool removes = Clickable(desk, "remove", cross);
  DrawCross(desk, cross.center(), ImGui::IsItemHovered() ? c.text : c.quiet);
  ImGui::PopID();
  DrawStopMark(desk, {row.area.min.x + desk.Units(20), middle.y}, breakpoint,
               IsNeverHit(desk.Of<StopsView>().finder, breakpoint));
  DrawText(draw, desk.fonts.code, {row.text, middle.y - desk.fonts.code->FontSize / 2},
           breakpoint.is_on ? c.text : c.quiet,
           FitText(desk.fonts.code, breakpoint.text(), row.hits - row.text - desk.Units(10)));
  DrawText(draw, desk.fonts.small, {row.hits, middle.y - desk.fonts.small->FontSize / 2}, is_wrong ? c.fault : c.quiet,
           FitText(desk.fonts.small, hits, row.remove - row.hits - desk.Units(4)));
  ImGui::SetCursorScreenPos({row.area.min.x, row.area.max.y});
  const int id = breakpoint.id;  // the list may change now
  if (switches)
    selection.breakpoints.Switch(id);
  else if (removes)
    selection.breakpoints.Remove(id);
  else if (edits)
    EditStop(selection.breakpoints, desk, id);
}

void DrawNewRow(const Selection& selection, Desk& desk) {
  const Palette& c = desk.color();
  const ListRow row = LayOut(desk, 0);
  desk.Of<StopsView>().rows[kNew] = row.area;
  const bool clicked = Clickable(desk, "new", row.area);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (hovered) draw->AddRectFilled(row.area.min, row.area.max, WithAlpha(c.raised, 0.7f));
  const float y = row.area.center().y, x = row.area.min.x + desk.Units(20), r = desk.Units(5);
  const ImU32 ink = hovered ? c.text : c.quiet;
  draw->AddLine({x - r, y}, {x + r, y}, ink, desk.Units(1.5f));
  draw->AddLine({x, y - r}, {x, y + r}, ink, desk.Units(1.5f));
  DrawText(draw, desk.fonts.code_small, {row.text, y - desk.fonts.code_small->FontSize / 2}, ink,
           FitText(desk.fonts.code_small, kExamples, row.area.max.x - row.text - desk.Units(14)));
  ImGui::SetCursorScreenPos({row.area.min.x, row.area.max.y});
  if (clicked) EditStop(selection.breakpoints, desk, kNew);
}

// Back and forward to a hit, for the mouse.
void DrawRunButtons(Desk& desk, bool is_searching) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = desk.Units(26);
  float x = at.x + desk.Units(32);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto button = [&](const char* name, const char* text, replay::Direction direction) {
    const Area area{{x, at.y + desk.Units(2)},
                    {x + TextWidth(desk.fonts.small, text) + desk.Units(20), at.y + height - desk.Units(2)}};
    desk.controls[name] = area;
    if (Clickable(desk, name, area)) desk.Of<StopsView>().run = direction;
    draw->AddRectFilled(area.min, area.max, ImGui::IsItemHovered() ? desk.color().line : desk.color().raised,
                        desk.Units(5));
    DrawText(draw, desk.fonts.small, {area.min.x + desk.Units(10), area.center().y - desk.fonts.small->FontSize / 2},
             desk.color().text, text);
    x = area.max.x + desk.Units(8);
  };
  button("previous hit", "‹  hit before   Shift F5", replay::Direction::kBackward);
  button("next hit", "next hit   F5  ›", replay::Direction::kForward);
  if (is_searching && desk.Of<StopsView>().run)
    DrawText(draw, desk.fonts.small, {x, at.y + (height - desk.fonts.small->FontSize) / 2}, desk.color().chosen,
             fmt::format("searching {:.0f} %   Esc", 100 * desk.Of<StopsView>().finder.share()));
  ImGui::SetCursorScreenPos({at.x, at.y + height + desk.Units(4)});
}

void EditStopOfLine(View& v) {
  const replay::Line line = v.selection.line;
  if (line.number == 0) return;
  if (!v.selection.breakpoints.At(line)) v.selection.breakpoints.Toggle(line);
  EditStop(v.selection.breakpoints, v.desk, v.selection.breakpoints.At(line)->id);
}

}  // namespace

void EditStop(const Breakpoints& breakpoints, Desk& desk, int id, std::string_view text) {
  StopsView& view = desk.Of<StopsView>();
  const Breakpoint* breakpoint = breakpoints.Find(id);
  BringIntoView(desk, kStops);
  Close(view);
  view.editing = breakpoint ? id : kNew;
  view.field = TextEditor(breakpoint ? std::string_view(breakpoint->text()) : text);
  view.field.Move(By::kLineEnd, Toward::kForward);
}

void RunTo(replay::Model& model, Selection& selection, Desk& desk, replay::Direction direction) {
  desk.Of<StopsView>().finder.FollowAWhile(model, selection.breakpoints);
  if (IsSearching(desk.Of<StopsView>(), selection.breakpoints))
    desk.Of<StopsView>().run = direction;
  else
    GoToHit(model, selection, desk, direction);
}

std::set<std::uint64_t> CellsWithStops(const replay::Model& model, const Selection& selection, Desk& desk,
                                       const replay::ArrayInfo& array) {
  constexpr std::size_t kMost = 1000;
  StopsView& view = desk.Of<StopsView>();
  if (view.cells_of != model.launch_place()) view.cells.clear();
  view.cells_of = model.launch_place();
  std::set<std::uint64_t> cells;
  for (const Breakpoint& breakpoint : selection.breakpoints.all()) {
    const auto& target = breakpoint.query.target;
    if (!breakpoint.is_on || !target || target->index.empty()) continue;
    const auto [known, is_new] = view.cells.try_emplace(breakpoint.id);
    if (is_new)
      if (auto pieces = query::FindPieces(model, *target)) known->second = std::move(*pieces);
    for (const query::Piece& piece : known->second)
      for (std::uint64_t at = piece.begin; piece.object == array.object && at < piece.end && cells.size() < kMost;
           at += array.element_size)
        if (array.Overlaps(at / array.element_size, piece.begin, piece.end - piece.begin))
          cells.insert(at / array.element_size);
  }
  return cells;
}

void DrawStopOnCell(const Desk& desk, Area cell) {
  const float r = desk.Units(3);
  const ImVec2 at{cell.min.x + r, cell.min.y + r};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(at, r + desk.Units(1.2f), desk.color().panel, 16);
  draw->AddCircleFilled(at, r, desk.color().fault, 16);
}

std::string DescribeHits(const HitFinder& finder, const Breakpoint& breakpoint, replay::Position moment) {
  const FoundHits* found = finder.Of(breakpoint.id);
  if (!found) return fmt::format("searching {:.0f} %", 100 * finder.share());
  if (!found->problem.empty()) return found->problem;
  const std::size_t count = found->hits.steps.size(), before = HitsBefore(*found, moment);
  const bool is_here = before > 0 && found->hits.steps[before - 1] + 1 == moment;
  std::string text = fmt::format("{} hit{}", count, count == 1 ? "" : "s");
  if (count > 0)
    text = is_here ? fmt::format("the {} of {}", Ordinal(before), text) : fmt::format("{}, {} before", text, before);
  if (found->hits.unknown > 0) text += fmt::format("; no value at {}", found->hits.unknown);
  if (found->log.size() < count && IsLogPoint(breakpoint.query))
    text += fmt::format("; the first {} are logged", found->log.size());
  return breakpoint.is_on ? text : text + " · off";
}

StopMark MarkOf(const Breakpoint* breakpoint) {
  if (!breakpoint) return StopMark::kNone;
  if (IsLogPoint(breakpoint->query)) return StopMark::kLog;
  return breakpoint->query.where ? StopMark::kConditional : StopMark::kPlain;
}

bool IsNeverHit(const HitFinder& finder, const Breakpoint& breakpoint) {
  const FoundHits* found = finder.Of(breakpoint.id);
  return found && found->hits.steps.empty();
}

void DrawStopMark(const Desk& desk, ImVec2 center, const Breakpoint& breakpoint, bool is_never_hit) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 color = is_never_hit ? desk.color().mark : desk.color().fault;
  const float r = desk.Units(4.5f), edge = desk.Units(1.5f);
  if (MarkOf(&breakpoint) == StopMark::kLog) {
    const ImVec2 corners[] = {
        {center.x, center.y - r}, {center.x + r, center.y}, {center.x, center.y + r}, {center.x - r, center.y}};
    if (breakpoint.is_on)
      draw->AddConvexPolyFilled(corners, 4, color);
    else
      draw->AddPolyline(corners, 4, color, ImDrawFlags_Closed, edge);
    return;
  }
  if (!breakpoint.is_on) return draw->AddCircle(center, r - edge / 2, color, 16, edge);
  draw->AddCircleFilled(center, r, color, 16);
  if (MarkOf(&breakpoint) == StopMark::kConditional)
    draw->AddCircleFilled(center, desk.Units(1.8f), desk.color().panel, 12);
}

void DrawStops(const replay::Model& model, Selection& selection, Desk& desk, Area) {
  StopsView& view = desk.Of<StopsView>();
  view.rows.clear();
  ImGui::BeginChild("stops");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const std::vector<Breakpoint> all = selection.breakpoints.all();
  if (!all.empty()) DrawRunButtons(desk, IsSearching(view, selection.breakpoints));
  for (const Breakpoint& breakpoint : all) {
    if (view.editing == breakpoint.id)
      DrawField(desk, LayOut(desk, 0).area);
    else
      DrawBreakpoint(model, selection, desk, breakpoint);
  }
  if (view.editing == kNew)
    DrawField(desk, LayOut(desk, 0).area);
  else
    DrawNewRow(selection, desk);
  ImGui::Dummy({1, 1});
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

const Panel kStops{.name = "stops",
                   .place = PanelPlace::kBelow,
                   .group = "Time",
                   .tab = {.word = "stops", .title = "Breakpoints"},
                   .draw = DrawModel<DrawStops>,
                   .keys = {{{"F5", "Shift F5"},
                             "forward or back to the next hit of a breakpoint",
                             [](View& v, std::size_t which) {
                               RunTo(*v.model, v.selection, v.desk,
                                     which == 0 ? replay::Direction::kForward : replay::Direction::kBackward);
                             }},
                            {{"F9"},
                             "breakpoint on the chosen line",
                             [](View& v, std::size_t) {
                               if (v.selection.line.number > 0) v.selection.breakpoints.Toggle(v.selection.line);
                             }},
                            {{"Shift F9"},
                             "its condition: where i == 7; or a log point: print i, sum",
                             [](View& v, std::size_t) { EditStopOfLine(v); }},
                            {{"S"},
                             "the breakpoints: conditions, cells, log points",
                             [](View& v, std::size_t) { ToggleTab(v.desk, kStops); }}},
                   .takes = TakeKeyOfStops,
                   .prepare = PrepareStops,
                   .forget = [](Desk& desk) {
                     desk.Of<StopsView>().finder.Stop();
                     desk.Of<StopsView>() = StopsView();
                   }};

}  // namespace lockstep::viz
