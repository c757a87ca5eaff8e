#include "viz/panels/prints.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viz/model/hit_finder.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/stops.h"
#include "viz/panels/tabs.h"

namespace lockstep::viz {
namespace {

std::string WhoPrinted(const replay::Model& model, const replay::Print& print) {
  if (print.thread == replay::ThreadSlot::kNone) return "";
  return fmt::format("thread {} of block {}", replay::Text(model.ThreadOf(print.thread)),
                     replay::Text(model.BlockOf(print.thread)));
}

bool IsBy(const replay::Model& model, const Selection& selection, const replay::Print& print) {
  return print.thread != replay::ThreadSlot::kNone && print.thread == model.SlotOf(selection.block, selection.thread);
}

struct PrintRows {
  const replay::Model& model;
  Selection& selection;
  Desk& desk;
  const std::vector<OutputLine>& prints;
  std::size_t printed = 0;  // up to now
  float who_x = 0;          // of the threads' names, from the left
};

// Later lines are paler; the last line up to now is marked, and the chosen thread's own are blue.
void DrawRow(PrintRows& rows, std::size_t row, float height) {
  const OutputLine& print = rows.prints[row];
  const Desk& desk = rows.desk;
  const Palette& c = desk.color();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), pad = desk.Units(14);
  ImGui::PushID(static_cast<int>(row));
  const bool clicked = ImGui::InvisibleButton("print", {width, height});
  Reach(rows.desk);
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool is_now = row + 1 == rows.printed, is_later = row >= rows.printed;
  if (is_now || hovered)
    draw->AddRectFilled(at, {at.x + width, at.y + height}, is_now ? c.chosen_soft : WithAlpha(c.raised, 0.7f));
  const std::string who = WhoPrinted(rows.model, print);
  const float y = at.y + (height - desk.fonts.code->FontSize) / 2;
  DrawText(draw, desk.fonts.code, {at.x + pad, y},
           is_later       ? c.faint
           : print.is_log ? c.number
                          : c.text,
           FitText(desk.fonts.code, replay::OnOneLine(print.text), rows.who_x - pad - desk.Units(12)));
  const ImU32 ink = IsBy(rows.model, rows.selection, print) ? c.chosen : c.quiet;
  DrawText(draw, desk.fonts.small, {at.x + rows.who_x, at.y + (height - desk.fonts.small->FontSize) / 2},
           is_later ? WithAlpha(ink, 0.6f) : ink, FitText(desk.fonts.small, who, width - rows.who_x - desk.Units(6)));
  rows.desk.controls[fmt::format("print {}", row)] = {at, {at.x + width, at.y + height}};
  if (!clicked) return;
  rows.selection.playing = false;
  replay::GoToPrint(rows.model, rows.selection, print);
}

// The newest line up to now stays in view as time goes on.
void FollowTime(PrintRows& rows, float height) {
  PrintsView& view = rows.desk.Of<PrintsView>();
  if (view.scrolled_to == rows.printed) return;
  view.scrolled_to = rows.printed;
  const float top = static_cast<float>(rows.printed > 0 ? rows.printed - 1 : 0) * height;
  const float seen = ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
  if (top < seen || top + height > seen + room) ImGui::SetScrollY(std::max(top - room / 2, 0.0f));
}

// The texts are the finder's, which keeps them until its version changes.
void AddLogs(const replay::Model& model, const Selection& selection, const HitFinder& finder,
             std::vector<OutputLine>& lines) {
  const std::size_t printed = lines.size();
  for (const Breakpoint& breakpoint : selection.breakpoints.all()) {
    const FoundHits* found = finder.Of(breakpoint.id);
    if (!found) continue;
    for (const query::Logged& logged : found->log)
      lines.push_back({{logged.step, model.index().ThreadOf(model.launch().steps[logged.step]), logged.text}, true});
  }
  if (lines.size() > printed)
    std::ranges::sort(lines, {}, [](const OutputLine& line) { return std::pair(line.step, line.text); });
}

}  // namespace

const std::vector<OutputLine>& PrintsInView(const replay::Model& model, const Selection& selection, Desk& desk) {
  PrintsView& view = desk.Of<PrintsView>();
  const std::uint64_t version = desk.Of<StopsView>().finder.version();
  if (view.launch == model.launch_place() && view.version == version) return view.prints;
  view = {.launch = model.launch_place(), .version = version};
  for (const replay::Print& print : replay::PrintsOf(model)) view.prints.push_back({print});
  AddLogs(model, selection, desk.Of<StopsView>().finder, view.prints);
  return view.prints;
}

void DrawPrints(const replay::Model& model, Selection& selection, Desk& desk, Area area) {
  PrintRows rows{model, selection, desk, PrintsInView(model, selection, desk)};
  if (rows.prints.empty()) {
    DrawNotice(desk, area, "No output",
               "No recorded thread prints anything in this launch. A log point prints too: line 12 print i, sum, "
               "among the stops (S).");
    return;
  }
  rows.printed = static_cast<std::size_t>(
      std::ranges::lower_bound(rows.prints, model.position(), {}, &OutputLine::step) - rows.prints.begin());
  float widest = 0;
  for (const std::size_t row : {std::size_t{0}, rows.prints.size() - 1})
    widest = std::max(widest, TextWidth(desk.fonts.small, WhoPrinted(model, rows.prints[row])));
  const float height = desk.Units(22);
  ImGui::BeginChild("prints");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  rows.who_x = std::max(ImGui::GetContentRegionAvail().x - widest - desk.Units(24), area.width() * 0.4f);
  FollowTime(rows, height);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(std::min<std::size_t>(rows.prints.size(), 1'000'000)), height);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
      DrawRow(rows, static_cast<std::size_t>(row), height);
  clipper.End();
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

const Panel kOutput{.name = "output",
                    .place = PanelPlace::kBelow,
                    .group = "Place",
                    .tab = {.word = "output", .title = "Output"},
                    .draw = DrawModel<DrawPrints>,
                    .keys = {{{"I"},
                              "what the launch prints: each line leads to its thread",
                              [](View& v, std::size_t) { ToggleTab(v.desk, kOutput); }}},
                    .forget = [](Desk& desk) { desk.Of<PrintsView>() = {}; }};

}  // namespace lockstep::viz
