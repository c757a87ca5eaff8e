#include "viz/panels/lesson_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

using replay::Drawing;
using replay::DrawingCell;
using replay::DrawingRow;

// In units.
constexpr float kPad = 10, kCellHeight = 25, kNoCells = 6, kRowGap = 5, kArrows = 20, kGap = 9, kLeastCell = 12,
                kMostCell = 46;

// The places of the columns and rows.
struct Frame {
  ImFont* font = nullptr;  // of cells
  float left = 0, cell = 0, gap = 0, height = 0;
  const Drawing* drawing = nullptr;

  float GapsBefore(std::size_t column) const {
    return gap * static_cast<float>(std::ranges::upper_bound(drawing->gaps, column) - drawing->gaps.begin());
  }
  float XOf(std::size_t column) const { return left + cell * static_cast<float>(column) + GapsBefore(column); }
  float EndOf(const DrawingCell& one) const { return XOf(one.column + one.span - 1) + cell; }
};

float WidestLabel(const Desk& desk, const Drawing& drawing) {
  float width = 0;
  for (const DrawingRow& row : drawing.rows) width = std::max(width, TextWidth(desk.fonts.small, row.label));
  return width > 0 ? width + desk.Units(12) : 0;
}

// The width that a column needs for the texts in these letters.
float ColumnFor(const Desk& desk, const Drawing& drawing, ImFont* font) {
  float width = desk.Units(kLeastCell);
  for (const DrawingRow& row : drawing.rows)
    for (const DrawingCell& cell : row.cells)
      width = std::max(width, (TextWidth(font, cell.text) + desk.Units(8)) / static_cast<float>(cell.span));
  return width;
}

// A row without cells is a space between rows.
float HeightOf(const Desk& desk, const DrawingRow& row) {
  return desk.Units(row.cells.empty() && row.label.empty() ? kNoCells : kCellHeight);
}
float GapUnder(const Desk& desk, const DrawingRow& row) { return desk.Units(row.arrows.empty() ? kRowGap : kArrows); }

// The largest letters in which all fits.
Frame FrameOf(const Desk& desk, const Drawing& drawing, float left, float room) {
  Frame frame{.left = left + WidestLabel(desk, drawing), .gap = desk.Units(kGap), .drawing = &drawing};
  const float gaps = frame.GapsBefore(drawing.columns);
  const float most =
      (room - (frame.left - left) - gaps) / static_cast<float>(std::max<std::size_t>(drawing.columns, 1));
  for (ImFont* font : desk.fonts.code_sizes) {
    frame.font = font;
    if (ColumnFor(desk, drawing, font) <= most) break;
  }
  const float wanted = std::max(ColumnFor(desk, drawing, frame.font), desk.Units(30));
  frame.cell =
      std::floor(std::min({wanted, most, std::max(desk.Units(kMostCell), ColumnFor(desk, drawing, frame.font))}));
  for (const DrawingRow& row : drawing.rows) frame.height += HeightOf(desk, row) + GapUnder(desk, row);
  frame.height -= desk.Units(kRowGap);
  return frame;
}

void DrawDashes(ImDrawList* draw, const Desk& desk, Area box, ImU32 color) {
  const float dash = desk.Units(3), step = 2 * dash, thick = desk.Units(1);
  for (float x = box.min.x; x < box.max.x; x += step)
    for (const float y : {box.min.y, box.max.y - thick})
      draw->AddRectFilled({x, y}, {std::min(x + dash, box.max.x), y + thick}, color);
  for (float y = box.min.y; y < box.max.y; y += step)
    for (const float x : {box.min.x, box.max.x - thick})
      draw->AddRectFilled({x, y}, {x + thick, std::min(y + dash, box.max.y)}, color);
}

void DrawCell(ImDrawList* draw, const Desk& desk, const Frame& frame, const DrawingCell& cell, float y) {
  using enum DrawingCell::Look;
  const Palette& c = desk.color();
  const float inset = desk.Units(1);
  const Area box{{frame.XOf(cell.column) + inset, y}, {frame.EndOf(cell) - inset, y + desk.Units(kCellHeight)}};
  if (cell.look == kEmpty) return DrawDashes(draw, desk, box, c.mark);
  const ImU32 edge = cell.look == kMarked ? c.chosen : cell.look == kOther ? c.write : c.mark;
  const ImU32 ground = cell.look == kMarked ? c.chosen_soft : cell.look == kOther ? c.write_soft : c.panel;
  draw->AddRectFilled(box.min, box.max, ground, desk.Units(3));
  draw->AddRect(box.min, box.max, edge, desk.Units(3), 0, desk.Units(cell.look == kPlain ? 1.0f : 1.6f));
  DrawText(draw, frame.font,
           {box.center().x - TextWidth(frame.font, cell.text) / 2, box.center().y - frame.font->FontSize / 2}, c.text,
           cell.text);
}

// From the middle of a cell's lower edge to that of the other's upper edge.
void DrawArrow(ImDrawList* draw, const Desk& desk, ImVec2 from, ImVec2 to) {
  const ImU32 color = desk.color().quiet;
  const float head = desk.Units(5), length = std::hypot(to.x - from.x, to.y - from.y);
  const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
  const ImVec2 neck{to.x - along.x * head, to.y - along.y * head};
  const ImVec2 side{-along.y * head * 0.55f, along.x * head * 0.55f};
  draw->AddLine(from, neck, color, desk.Units(1.3f));
  draw->AddTriangleFilled(to, {neck.x + side.x, neck.y + side.y}, {neck.x - side.x, neck.y - side.y}, color);
}

// The middle of the cell that has this column.
float MiddleOf(const Frame& frame, const DrawingRow& row, std::size_t column) {
  for (const DrawingCell& cell : row.cells)
    if (column >= cell.column && column < cell.column + cell.span && cell.span == 1)
      return (frame.XOf(cell.column) + frame.EndOf(cell)) / 2;
  return frame.XOf(column) + frame.cell / 2;
}

void DrawRows(ImDrawList* draw, const Desk& desk, const Frame& frame, float left, float y) {
  const float top = y;
  for (std::size_t i = 0; i < frame.drawing->rows.size(); ++i) {
    const DrawingRow& row = frame.drawing->rows[i];
    const float middle = y + (HeightOf(desk, row) - desk.fonts.small->FontSize) / 2;
    DrawText(draw, desk.fonts.small, {left, middle}, desk.color().quiet, row.label);
    for (const DrawingCell& cell : row.cells) DrawCell(draw, desk, frame, cell, y);
    y += HeightOf(desk, row);
    const float below = y + GapUnder(desk, row);
    for (const replay::DrawingArrow& arrow : row.arrows)
      DrawArrow(draw, desk, {MiddleOf(frame, row, arrow.from), y + desk.Units(1)},
                {MiddleOf(frame, frame.drawing->rows[i + 1], arrow.to), below - desk.Units(1)});
    y = below;
  }
  for (const std::size_t column : frame.drawing->bars) {
    const float x = frame.XOf(column) - frame.gap / 2, half = desk.Units(1.5f), over = desk.Units(4);
    draw->AddRectFilled({x - half, top - over}, {x + half, top + frame.height + over}, desk.color().waiting, half);
  }
}

}  // namespace

void SetDrawing(Desk& desk, TextSetter& setter, const Drawing& drawing) {
  const float pad = desk.Units(kPad), left = setter.left();
  const Frame frame = FrameOf(desk, drawing, left, setter.right() - left);
  const Area ground{{left - pad, setter.y()},
                    {setter.right() + pad + desk.Units(4), setter.y() + frame.height + 2 * pad}};
  if (setter.draws()) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(ground.min, ground.max, desk.color().raised, desk.Units(6));
    DrawRows(draw, desk, frame, left, ground.min.y + pad);
    desk.controls[fmt::format("drawing {}", desk.Of<LessonPanel>().codes++)] = {
        {left, ground.min.y}, {frame.XOf(drawing.columns - 1) + frame.cell, ground.max.y}};
  }
  setter.SetY(ground.max.y);
}

}  // namespace lockstep::viz
