#include "viz/panels/element_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/arrays.h"
#include "shared/replay/headline.h"
#include "shared/replay/index_formula.h"
#include "shared/trace/trace.h"
#include "viz/panels/array_view.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

void TipForFormula(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array, std::uint64_t cell,
                   const replay::Writer& by) {
  const auto lines = replay::IndexFormula(model, array, cell, by.block, by.thread);
  if (lines.empty()) return;
  ImGui::Dummy({1, desk.Units(2)});
  for (const replay::FormulaLine& line : lines) {
    TipRow(desk, line.name, line.source);
    TipRow(desk, "", fmt::format("= {} = {}", line.numbers, line.value), desk.color().chosen);
  }
}

}  // namespace

Marks MarksOn(const replay::Model& model, const Selection& selection, const replay::ArrayInfo& array) {
  Marks marks;
  for (const replay::Touch& touch : replay::TouchesOf(model, model.SlotOf(selection.block, selection.thread))) {
    if (touch.object != array.object || touch.size == 0) continue;
    const std::uint64_t first = touch.offset / array.element_size;
    const std::uint64_t last = (touch.offset + touch.size - 1) / array.element_size;
    for (std::uint64_t cell = first; cell <= std::min(last, first + 64); ++cell) {
      if (!array.Overlaps(cell, touch.offset, touch.size)) continue;
      replay::Touch& mark = marks.by_cell.try_emplace(cell, touch).first->second;
      if (touch.writes) mark = touch;
    }
  }
  return marks;
}

ImU32 MarkColor(const Desk& desk, const replay::Touch& touch) {
  return touch.writes ? desk.color().write : desk.color().read;
}

const std::string* ExpectedAt(const Desk& desk, const replay::ArrayInfo& array, std::uint64_t cell) {
  const auto& expected = desk.Of<ArrayView>().expected;
  return expected && expected->cell == replay::Cell{array.object, cell} ? &expected->value : nullptr;
}

void DrawExpected(const Desk& desk, Area canvas, Area element, const std::string& value) {
  const std::string text = "should be " + value;
  const float width = TextWidth(desk.fonts.code_small, text) + desk.Units(16), height = desk.Units(22);
  const float away = desk.Units(8), middle = element.center().y;
  const bool right = element.max.x + away + width < canvas.max.x;
  const ImVec2 min{std::round(right ? element.max.x + away : element.min.x - away - width),
                   std::round(std::clamp(middle - height / 2, canvas.min.y, canvas.max.y - height))};
  const ImVec2 max{min.x + width, min.y + height};
  const ImU32 color = SeverityColor(desk.theme, Severity::kError);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(min, max, desk.color().panel, desk.Units(5));
  draw->AddRectFilled(min, max, WithAlpha(color, 0.12f), desk.Units(5));
  draw->AddRect(min, max, WithAlpha(color, 0.5f), desk.Units(5));
  draw->AddRectFilled(min, {min.x + desk.Units(3), max.y}, color, desk.Units(5), ImDrawFlags_RoundCornersLeft);
  DrawText(draw, desk.fonts.code_small, {min.x + desk.Units(8), min.y + (height - desk.fonts.code_small->FontSize) / 2},
           color, text);
}

void TipForCell(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array, std::uint64_t cell) {
  const replay::CellValue value = replay::ReadCell(model, array, cell);
  BeginTip(desk);
  ImGui::PushFont(desk.fonts.code_strong);
  // By the array's own dimensions, in whatever shape it is shown: the name that queries take.
  const std::string name = replay::NameCell(replay::DescribeArray(model, array.object).value_or(array), cell);
  ImGui::TextUnformatted(value.never_written ? name.c_str() : (name + " = " + value.text).c_str());
  ImGui::PopFont();
  if (!value.known) TipRow(desk, "unknown: these bytes were not recorded", "");
  if (const std::string* expected = ExpectedAt(desk, array, cell)) {
    TipRow(desk, "should be", *expected, SeverityColor(desk.theme, Severity::kError));
  }
  if (value.never_written) TipRow(desk, "not written yet: its contents have no meaning", "");
  if (const auto shape = PictureOf(model, array)) {
    const replay::Pixel pixel = replay::PixelOfCell(*shape, cell);
    TipRow(desk, "pixel", fmt::format("x {}, y {}", pixel.x, pixel.y));
  }
  const std::uint64_t offset = array.OffsetOf(cell);
  auto writer = replay::LastWriter(model, array.object, offset);
  const char* when = "written by";
  if (!writer) {
    writer = replay::NextWriter(model, array.object, offset);
    if (writer) when = "will write";
  }
  if (!writer) writer = replay::FinalWriter(model, array.object, offset);
  if (writer) {
    TipRow(desk, when, fmt::format("thread {}", replay::Text(writer->thread)));
    const bool recorded = writer->step != replay::kNoStep;
    TipRow(desk, "", fmt::format("of block {}{}", replay::Text(writer->block), recorded ? "" : ", not recorded"));
    if (recorded) {
      const replay::Line line = model.LineOfSite(model.launch().steps[writer->step].site);
      TipRow(desk, "", fmt::format("line {}, step {}", line.number, writer->step + 1));
    } else {
      TipRow(desk, "", "shown as after the launch");
    }
    TipForFormula(model, desk, array, cell, *writer);
  }
  EndTip();
}

}  // namespace lockstep::viz
