#include "viz/panels/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shared/replay/choose.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/query_view.h"
#include "viz/panels/runs.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

// Longer lists have rows of one height, and only those in view are set.
constexpr std::size_t kMostWrapped = 60;
constexpr std::size_t kMostDepth = 12;  // deeper rows are not indented further

struct RowStyle {
  float left = 0, right = 0;
  bool wraps = false;
};

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Sets the row's words; returns the end of it.
float SetRow(Desk& desk, TextSetter setter, float top, const AnswerRow& row, const Answer& answer, bool wraps) {
  const Palette& c = desk.color();
  const float room = setter.right() - setter.left();
  setter.SetY(top + desk.Units(6));
  const auto line = [&](const std::string& text, ImFont* font, ImU32 color, float leading, bool is_prose) {
    const std::string shown = wraps ? text : FitText(font, text, room);
    setter.Runs(is_prose ? RunsOf(shown) : std::vector<TextRun>{{.text = shown}}, font, color, desk.Units(leading));
  };
  line(row.text, answer.is_prose ? desk.fonts.text : desk.fonts.code, c.text, 20, answer.is_prose);
  for (const std::string& detail : LinesOf(row.detail)) line(detail, desk.fonts.small, c.quiet, 17, false);
  return setter.y() + desk.Units(5);
}

void GoToRow(Desk& desk, std::size_t index) {
  QueryView& view = desk.Of<QueryView>();
  view.chosen = index;
  if (const auto& place = view.answer->rows[index].place) desk.requests.emplace_back(request::GoToMoment{*place});
}

void DrawRow(const Selection& selection, Desk& desk, std::size_t index, const RowStyle& style) {
  QueryView& view = desk.Of<QueryView>();
  const AnswerRow& row = view.answer->rows[index];
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float indent = desk.Units(14) * static_cast<float>(std::min(row.depth, kMostDepth));
  const float top = ImGui::GetCursorScreenPos().y;
  draw->ChannelsSplit(2);
  draw->ChannelsSetCurrent(1);
  const TextSetter setter(desk, style.left + desk.Units(12) + indent, style.right - desk.Units(10));
  const Area area{{style.left, top}, {style.right, SetRow(desk, setter, top, row, *view.answer, style.wraps)}};
  draw->ChannelsSetCurrent(0);
  const bool stands = IsAt(row, selection);
  const bool hovered = row.place && IsHovered(area);
  if (stands || hovered)
    draw->AddRectFilled(area.min, area.max, stands ? c.chosen_soft : WithAlpha(c.raised, 0.7f), desk.Units(5));
  if (stands || view.chosen == index)
    draw->AddRectFilled(area.min, {area.min.x + desk.Units(3), area.max.y}, c.chosen, desk.Units(2));
  for (std::size_t d = 1; d <= std::min(row.depth, kMostDepth); ++d) {
    const float x = style.left + desk.Units(5) + desk.Units(14) * static_cast<float>(d);
    draw->AddLine({x, area.min.y}, {x, area.max.y}, c.line);
  }
  draw->ChannelsMerge();
  view.rows[index] = area;
  const bool pressed = row.place && Reach(desk, fmt::format("row {}", index), area, stands);
  if (pressed || (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left))) GoToRow(desk, index);
  ImGui::SetCursorScreenPos({style.left, area.max.y});
  if (view.scrolls_to == index) {
    const float window = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight();
    if (area.min.y < window || area.max.y > window + height)
      ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() + area.min.y - window - height / 3));
    view.scrolls_to.reset();
  }
}

void DrawRows(const Selection& selection, Desk& desk, RowStyle style) {
  QueryView& view = desk.Of<QueryView>();
  const std::size_t count = view.answer->rows.size();
  view.rows.clear();
  style.wraps = count <= kMostWrapped;
  if (style.wraps) {
    for (std::size_t i = 0; i < count; ++i) DrawRow(selection, desk, i, style);
    return;
  }
  const float top = ImGui::GetCursorScreenPos().y;
  const float height = SetRow(desk, TextSetter::Measuring(desk, style.right - style.left), top, view.answer->rows[0],
                              *view.answer, false) -
                       top;
  if (view.scrolls_to) {
    const float wanted = height * static_cast<float>(*view.scrolls_to), scroll = ImGui::GetScrollY();
    if (wanted < scroll || wanted + height > scroll + ImGui::GetWindowHeight())
      ImGui::SetScrollY(std::max(0.0f, wanted - ImGui::GetWindowHeight() / 3));
    view.scrolls_to.reset();
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count), height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      DrawRow(selection, desk, static_cast<std::size_t>(i), style);
}

bool DrawClose(Desk& desk, Area head) {
  const float size = desk.Units(22);
  const Area area{{head.max.x - size, head.center().y - size / 2}, {head.max.x, head.center().y + size / 2}};
  desk.controls["close answer"] = area;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(area.min);
  const bool clicked = ImGui::InvisibleButton("close", {size, size});
  Reach(desk);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered()) draw->AddRectFilled(area.min, area.max, desk.color().raised, desk.Units(5));
  const ImVec2 c = area.center();
  const float r = desk.Units(4.5f);
  draw->AddLine({c.x - r, c.y - r}, {c.x + r, c.y + r}, desk.color().quiet, desk.Units(1.5f));
  draw->AddLine({c.x - r, c.y + r}, {c.x + r, c.y - r}, desk.color().quiet, desk.Units(1.5f));
  ImGui::SetCursorScreenPos(cursor);
  return clicked;
}

constexpr std::string_view kSoFar = "So far. ";

bool IsSoFar(const Answer& answer) { return !answer.notes.empty() && answer.notes.front().starts_with(kSoFar); }

void DrawAnswer(View& view, Area) {
  Desk& desk = view.desk;
  const Answer& answer = *desk.Of<QueryView>().answer;
  Area head;
  Area area = DrawHeader(desk, "Answer", answer.count, desk.Units(28), &head);
  const bool closes = DrawClose(desk, head);
  const float pad = desk.Units(14), foot = desk.Units(34);
  TextSetter setter(desk, area.min.x + pad, area.max.x - pad);
  setter.SetY(area.min.y + desk.Units(8));
  setter.Runs({{.text = answer.question}}, desk.fonts.code_strong, desk.color().chosen, desk.Units(20));
  if (answer.compares_runs) setter.SetY(DrawRunChoice(desk, {area.min.x + pad, setter.y()}, area.width() - 2 * pad));
  for (const std::string& note : answer.notes)
    setter.Runs(RunsOf(note), desk.fonts.small, desk.color().quiet, desk.Units(17));
  if (answer.rows.empty() && !answer.compares_runs)
    setter.Runs({{.text = IsSoFar(answer) ? "Nothing fits so far." : "Nothing in the recording fits."}},
                desk.fonts.text, desk.color().text, desk.Units(20));
  area.min.y = setter.y() + desk.Units(6);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small,
           {area.min.x + pad, area.max.y - foot / 2 - desk.fonts.small->FontSize / 2}, desk.color().quiet,
           FitText(desk.fonts.small, "N  next     Shift N  previous     Esc  closes", area.width() - 2 * pad));
  area.max.y -= foot;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("answer", {area.width(), std::max(area.height(), 1.0f)});
  if (!answer.rows.empty()) DrawRows(view.selection, desk, {area.min.x + desk.Units(8), area.max.x - desk.Units(8)});
  ImGui::EndChild();
  if (closes) desk.Of<QueryView>().answer.reset();
}

bool TakeKeyOfAnswers(View& view, std::string_view key) {
  QueryView& query = view.desk.Of<QueryView>();
  if (key == "Esc" && query.asking && query.asking->is_running()) return query.asking->Cancel(), true;
  if (!ShowsAnswer(view.desk)) return false;
  if (key == "Esc" && !IsMenuOpen() && !view.desk.show_help) return query.answer.reset(), true;
  if (key != "N" && key != "Shift N") return false;
  if (const auto row = NextRow(*query.answer, view.selection, query.chosen, key == "N")) {
    GoToRow(view.desk, *row);
    query.scrolls_to = row;
  }
  return true;
}

}  // namespace

void NoteSoFar(Desk& desk, const std::string& reading) {
  QueryView& view = desk.Of<QueryView>();
  if (view.answer && !view.answer->compares_runs && !IsSoFar(*view.answer))
    view.answer->notes.insert(view.answer->notes.begin(), std::string(kSoFar) + reading);
  if (!view.problem.empty() && !view.problem.contains(kSoFar)) view.problem += fmt::format(" {}{}", kSoFar, reading);
}

bool ShowsAnswer(const Desk& desk) { return desk.Of<QueryView>().answer && !desk.show_map; }

const Panel kAnswers{.name = "answers",
                     .place = PanelPlace::kRail,
                     .group = "Questions",
                     .draw = DrawAnswer,
                     .keys = {{{"N", "Shift N"}, "the next moment of an answer, the previous one"},
                              {{"Esc"}, "cancels a question; closes an answer"}},
                     .width = &Desk::answer_width,
                     .is_shown = [](const View& v) { return ShowsAnswer(v.desk); },
                     .takes = TakeKeyOfAnswers};

}  // namespace lockstep::viz
