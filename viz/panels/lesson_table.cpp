#include "viz/panels/lesson_table.h"

#include <algorithm>

#include "viz/model/table_columns.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

constexpr float kCellGap = 12, kRowLeading = 22, kAmple = 1e6f;  // in units, but the last

ImFont* FontOf(const Desk& desk, const Block& row) { return row.head ? desk.fonts.strong : desk.fonts.text; }

// The width of the longest line of a cell, if a line may be so wide.
float WidthIn(Desk& desk, const Block& row, const std::vector<TextRun>& cell, float room) {
  TextSetter probe = TextSetter::Measuring(desk, room);
  probe.Runs(cell, FontOf(desk, row), desk.color().text, desk.Units(kRowLeading));
  return probe.reached();
}

std::vector<ColumnNeed> NeedsOf(Desk& desk, std::span<const Block> rows) {
  std::vector<ColumnNeed> needs;
  for (const Block& row : rows) {
    needs.resize(std::max(needs.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const float gap = i + 1 < row.cells.size() ? desk.Units(kCellGap) : 0;
      needs[i].least = std::max(needs[i].least, WidthIn(desk, row, row.cells[i], 1) + gap);
      needs[i].whole = std::max(needs[i].whole, WidthIn(desk, row, row.cells[i], kAmple) + gap);
    }
  }
  return needs;
}

void SetRow(Desk& desk, TextSetter& setter, const Block& row, const std::vector<float>& widths) {
  const float top = setter.y() + desk.Units(4);
  float x = setter.left(), bottom = top;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const float gap = i + 1 < row.cells.size() ? desk.Units(kCellGap) : 0;
    TextSetter cell(desk, x, x + widths[i] - gap + 1);
    cell.Collect(setter.links());
    cell.SetY(top);
    cell.Runs(row.cells[i], FontOf(desk, row), desk.color().text, desk.Units(kRowLeading));
    bottom = std::max(bottom, cell.y());
    x += widths[i];
  }
  ImGui::GetWindowDrawList()->AddLine({setter.left(), bottom}, {setter.right(), bottom}, desk.color().line);
  setter.SetY(bottom);
}

}  // namespace

void SetTable(Desk& desk, TextSetter& setter, std::span<const Block> rows) {
  const std::vector<float> widths = ColumnWidths(NeedsOf(desk, rows), setter.right() - setter.left());
  for (const Block& row : rows) SetRow(desk, setter, row, widths);
  setter.Gap(desk.Units(20));
}

}  // namespace lockstep::viz
