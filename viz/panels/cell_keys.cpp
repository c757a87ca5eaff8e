#include "viz/panels/cell_keys.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "viz/panels/array_field.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/query_bar.h"
#include "viz/panels/query_view.h"
#include "viz/panels/stops.h"
#include "viz/panels/system_clipboard.h"
#include "viz/panels/tabs.h"

namespace lockstep::viz {
namespace {

// `which` 0: the write before the one that is in view; 1: the next one.
void GoToWrite(const replay::Model& model, Selection& selection, Desk& desk, std::size_t which) {
  const auto array = ArrayOfCell(model, selection, desk);
  if (!array) return;
  const auto& cell = selection.cell;
  const std::uint64_t begin = array->OffsetOf(cell->index), end = begin + array->value_size();
  const auto writes = [&](replay::StepIndex i) {
    const trace::Step& step = model.launch().steps[i];
    return step.offset < end && begin < std::uint64_t{step.offset} + step.size;
  };
  const auto steps = model.index().WritesTo(cell->object);
  const auto after = std::ranges::lower_bound(steps, model.position());
  std::optional<replay::StepIndex> found;
  if (which == 1) {
    const auto next = std::find_if(after, steps.end(), writes);
    if (next != steps.end()) found = *next;
  } else {
    for (auto it = after; it != steps.begin() && !found;) {
      --it;
      if (writes(*it) && *it + 1 < model.position()) found = *it;
    }
  }
  if (found) desk.requests.emplace_back(request::GoToMoment{replay::MomentAfter(model, *found)});
}

void AskAboutCell(const replay::Model& model, Selection& selection, Desk& desk, std::size_t which) {
  static constexpr std::array<std::string_view, 3> kQuestions = {"accesses of ", "why ", "uses of "};
  const auto array = ArrayOfCell(model, selection, desk);
  if (!array) return;
  Ask(model, selection, desk, std::string(kQuestions[which]) + replay::NameCell(*array, selection.cell->index));
}

void CopyCell(const replay::Model& model, Selection& selection, Desk& desk, std::size_t) {
  const auto array = ArrayOfCell(model, selection, desk);
  if (!array) return;
  const replay::CellValue value = replay::ReadCell(model, *array, selection.cell->index);
  if (value.known && !value.never_written) SystemClipboard().set(value.text);
}

// A breakpoint at writes to the cell, or none any more.
void StopAtWrites(const replay::Model& model, Selection& selection, Desk& desk, std::size_t) {
  const auto array = ArrayOfCell(model, selection, desk);
  if (!array) return;
  const std::string text = "writes to " + replay::NameCell(*array, selection.cell->index);
  Breakpoints& breakpoints = selection.breakpoints;
  const std::size_t before = breakpoints.all().size();
  const auto id = breakpoints.Add(text, trace::FileId::kNone);
  if (id && breakpoints.all().size() == before) breakpoints.Remove(*id);
  BringIntoView(desk, kStops);
}

using Act = void (*)(const replay::Model&, Selection&, Desk&, std::size_t);

template <Act kAct>
void OnKey(View& view, std::size_t which) {
  kAct(*view.model, view.selection, view.desk, which);
}

struct CellButton {
  const char *name, *text, *tip;
  Act act;
  std::size_t which;
};
constexpr CellButton kButtons[] = {
    {"cell before", "\u2039 write", "the write before  (", GoToWrite, 0},
    {"cell next", "write \u203a", "the next write  )", GoToWrite, 1},
    {"cell all", "history", "all reads and writes  R", AskAboutCell, 0},
    {"cell why", "why", "why it has its value  Y", AskAboutCell, 1},
    {"cell uses", "uses", "what became of it  U", AskAboutCell, 2},
    {"cell stop", "stop", "stops when it is written  D", StopAtWrites, 0},
    {"cell copy", "copy", "copies its value  Ctrl C", CopyCell, 0},
};

}  // namespace

bool HasCellButtons(const replay::Model& model, const Selection& selection, const Desk& desk, Area area) {
  return area.height() >= desk.Units(190) && !desk.is_presented && ArrayOfCell(model, selection, desk).has_value();
}

void DrawCellButtons(const replay::Model& model, Selection& selection, Desk& desk, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const std::string name = replay::NameCell(*ArrayOfCell(model, selection, desk), selection.cell->index);
  const float middle = area.center().y;
  const float shown = std::min(TextWidth(desk.fonts.code_small, name), area.width() * 0.3f);
  DrawText(draw, desk.fonts.code_small, {area.min.x, middle - desk.fonts.code_small->FontSize / 2}, c.text,
           FitText(desk.fonts.code_small, name, shown + 1));
  float x = area.min.x + shown + desk.Units(10);
  for (const CellButton& button : kButtons) {
    const float width = TextWidth(desk.fonts.small, button.text) + desk.Units(14);
    if (x + width > area.max.x) return;
    const Area at{{x, area.min.y}, {x + width, area.max.y}};
    desk.controls[button.name] = at;
    ImGui::SetCursorScreenPos(at.min);
    const bool clicked = ImGui::InvisibleButton(button.name, {width, at.height()});
    Reach(desk);
    const bool hovered = ImGui::IsItemHovered();
    draw->AddRectFilled(at.min, at.max, hovered ? c.line : c.raised, desk.Units(5));
    DrawText(draw, desk.fonts.small, {x + desk.Units(7), middle - desk.fonts.small->FontSize / 2},
             hovered ? c.text : c.quiet, button.text);
    if (hovered) {
      BeginTip(desk);
      TipRow(desk, button.tip, "");
      EndTip();
    }
    if (clicked) button.act(model, selection, desk, button.which);
    x += width + desk.Units(4);
  }
}

const Panel kCellKeys{
    .name = "cell keys",
    .place = PanelPlace::kNowhere,
    .group = "Questions",
    .keys = {
        {{"(", ")"}, "the chosen cell: the write before, the next write", OnKey<GoToWrite>},
        {{"R", "Y", "U"}, "the chosen cell: all reads and writes; why it has its value; its uses", OnKey<AskAboutCell>},
        {{"D"}, "stops when the chosen cell is written, or no longer", OnKey<StopAtWrites>},
        {{"Ctrl C"}, "copies the value of the chosen cell", OnKey<CopyCell>}}};

}  // namespace lockstep::viz
