#include "viz/panels/array_cells.h"

#include <algorithm>

#include "shared/replay/findings.h"
#include "shared/replay/unwritten.h"
#include "shared/trace/trace.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_view.h"
#include "viz/panels/element_marks.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/stops.h"

namespace lockstep::viz {
namespace {

struct CellGrid {
  std::uint64_t columns = 1, rows = 1;
  float width = 0, height = 0, label = 0;  // of a cell; of the labels on the left
  ImFont* font = nullptr;                  // of the values
  std::vector<float> lefts;                // of a table, whose columns differ: the start of each, the end of the last
  bool folded = false;                     // one dimension in rows
  bool is_table = false;                   // a row for each element, a column for each field

  std::uint64_t InRow() const { return is_table ? 1 : columns; }  // elements
  // The start of a column, from the start of the first one; `columns` has the end of the last.
  float LeftOf(std::uint64_t column) const { return is_table ? lefts[column] : static_cast<float>(column) * width; }
  float WidthOf(std::uint64_t column) const { return is_table ? lefts[column + 1] - lefts[column] : width; }
  // The column at this distance from the start of the first one; the first one for what is left of it.
  std::uint64_t ColumnAt(float x) const {
    if (!is_table) return static_cast<std::uint64_t>(std::max(0.0f, x / width));
    const auto after = std::ranges::upper_bound(lefts, std::max(0.0f, x));
    return static_cast<std::uint64_t>(after - lefts.begin()) - 1;
  }
};

std::string HeadOf(const replay::ArrayInfo& column) { return std::string(replay::NameOf(*column.field)); }

// Cells of a small array take the room that there is, up to twice their size, with larger numbers in them.
void Grow(const Desk& desk, CellGrid& grid, ImVec2 room) {
  constexpr float kMost = 48;  // units: a cell that is easily seen from the last row of a lecture hall
  const float across = (room.x - grid.label) / (static_cast<float>(grid.columns) * grid.width);
  const float down = room.y / (static_cast<float>(grid.rows) * grid.height);
  const float factor = std::min({across, down, desk.Units(kMost) / grid.height});
  const float letters = desk.fonts.code->FontSize / desk.fonts.code_small->FontSize;
  if (factor < letters) return;
  grid.font = desk.fonts.code;
  grid.width = std::floor(std::max(grid.width * letters, std::min(grid.width * factor, desk.Units(kMost))));
  grid.height = std::floor(grid.height * factor);
}

CellGrid LayOutCells(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array,
                     const std::vector<replay::ArrayInfo>& columns, ImVec2 room) {
  constexpr std::size_t kMeasured = 32;  // columns
  CellGrid grid{.height = desk.Units(26), .font = desk.fonts.code_small};
  const auto width_for = [&](float text) { return std::min(text, desk.Units(120)) + desk.Units(12); };
  grid.label = TextWidth(desk.fonts.code_small, std::to_string(array.count)) + desk.Units(14);
  if (!columns.empty()) {
    grid.columns = columns.size(), grid.rows = array.count, grid.is_table = true;
    grid.lefts = {0};
    float widest = 0;  // of the columns that were measured: the others may have such values
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const float value = i < kMeasured ? WidestValue(model, desk, columns[i]) : widest;
      widest = std::max(widest, value);
      const float head = TextWidth(desk.fonts.code_small, HeadOf(columns[i]));
      grid.lefts.push_back(grid.lefts.back() + width_for(std::max(head, value)));
    }
    return grid;
  }
  grid.width = width_for(WidestValue(model, desk, array));
  grid.folded = array.shape.size() == 1;
  if (!grid.folded) {
    grid.columns = array.shape.back();
    grid.rows = array.count / std::max<std::uint64_t>(grid.columns, 1);
    Grow(desk, grid, room);
    return grid;
  }
  // One row where it fits; else a power of two, as blocks have.
  grid.columns = array.count <= 64 ? array.count : 64;
  const auto fits = [&] { return static_cast<float>(grid.columns) * grid.width <= room.x - grid.label; };
  if (!fits()) grid.columns = 64;
  while (grid.columns > 1 && !fits()) grid.columns /= 2;
  grid.columns = std::min(grid.columns, array.count);
  grid.rows = (array.count + grid.columns - 1) / grid.columns;
  Grow(desk, grid, room);
  return grid;
}

void DrawCell(const replay::Model& model, const Selection& selection, Desk& desk, const replay::ArrayInfo& array,
              const Marks& marks, const std::set<std::uint64_t>& stops, std::uint64_t cell, bool is_chosen,
              ImFont* font, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const replay::CellValue value = replay::ReadCell(model, array, cell);
  const auto mark = marks.by_cell.find(cell);
  const float round = desk.Units(3);
  ImU32 back = c.raised;
  if (mark != marks.by_cell.end())
    back = mark->second.writes ? c.write_soft : c.read_soft;
  else if (!value.known || value.never_written || value.later)
    back = Blend(c.panel, c.raised, 0.5f);
  draw->AddRectFilled(area.min, area.max, back, round);
  const bool quiet = !value.known || value.never_written || value.later;
  const ImU32 ink = value.not_finite ? WithAlpha(c.not_finite, quiet ? 0.6f : 1.0f) : quiet ? c.faint : c.text;
  const std::string text = FitText(font, value.text, area.width() - 4);
  DrawText(draw, font, {area.center().x - TextWidth(font, text) / 2, area.center().y - font->FontSize / 2}, ink, text);
  if (mark != marks.by_cell.end()) {
    draw->AddRect(area.min, area.max, MarkColor(desk, mark->second), round, 0,
                  desk.Units(mark->second.done ? 2.0f : 1.2f));
    desk.anchors.elements.push_back({area, mark->second.writes, mark->second.done});
  } else if (is_chosen) {
    draw->AddRect(area.min, area.max, c.chosen, round, 0, desk.Units(2));
  }
  if (stops.contains(cell)) DrawStopOnCell(desk, area);
  if (replay::IsInFinding(model, selection, array.object, array.OffsetOf(cell), array.value_size())) {
    const float corner = desk.Units(9);
    const ImU32 color = SeverityColor(desk.theme, replay::ChosenFinding(model, selection)->severity);
    // Only a corner is red, because the cell keeps the colour of the line's access.
    draw->AddTriangleFilled({area.max.x - corner, area.min.y}, {area.max.x, area.min.y},
                            {area.max.x, area.min.y + corner}, color);
  }
}

// The elements that the chosen thread has just missed, numbered past the array's end; empty if it missed none, or they
// are too far away to be drawn beside the array.
struct Outside {
  std::uint64_t first = 0, end = 0;
  bool writes = false;
};

Outside OutsideOf(const replay::Model& model, const Selection& selection, const replay::ArrayInfo& array,
                  const CellGrid& grid) {
  constexpr std::uint64_t kMostRowsAway = 4;
  const auto miss = replay::MissOf(model, model.SlotOf(selection.block, selection.thread));
  if (!miss || miss->object != array.object || miss->offset < 0 || miss->size == 0) return {};
  const auto begin = static_cast<std::uint64_t>(miss->offset);
  const std::uint64_t first = begin / array.element_size, last = (begin + miss->size - 1) / array.element_size;
  if (last < array.count || last >= (grid.rows + kMostRowsAway) * grid.InRow()) return {};
  return {std::max(first, array.count), last + 1, miss->writes};
}

// `column`: of a table, the one that counts.
void ScrollToCell(Desk& desk, const Selection& selection, const replay::ArrayInfo& array, const CellGrid& grid,
                  std::uint64_t column) {
  if (!selection.cell || selection.cell->object != array.object) return;
  // Of a table, a place in it.
  const replay::Cell place{array.object,
                           grid.is_table ? selection.cell->index * grid.columns + column : selection.cell->index};
  if (desk.Of<ArrayView>().scrolled_to == place) return;
  desk.Of<ArrayView>().scrolled_to = place;
  const std::uint64_t row = selection.cell->index / grid.InRow();
  const float top = static_cast<float>(row) * grid.height;
  const std::uint64_t in_row = grid.is_table ? column : selection.cell->index % grid.columns;
  const float left = grid.LeftOf(in_row);
  const ImVec2 size = ImGui::GetWindowSize();
  if (top < ImGui::GetScrollY() || top > ImGui::GetScrollY() + size.y - 2 * grid.height) {
    ImGui::SetScrollY(std::max(0.0f, top - size.y / 2));
  }
  if (left < ImGui::GetScrollX() || left > ImGui::GetScrollX() + size.x - grid.label - grid.WidthOf(in_row)) {
    ImGui::SetScrollX(std::max(0.0f, left - size.x / 2));
  }
}

std::string RowLabel(const replay::ArrayInfo& array, const CellGrid& grid, std::uint64_t row) {
  if (grid.folded) return std::to_string(row * grid.columns);
  if (array.shape.size() < (grid.is_table ? 2 : 3)) return std::to_string(row);
  const auto indices = replay::CellIndices(array, row * grid.InRow());
  std::string text;
  for (std::size_t i = 0; i + (grid.is_table ? 0 : 1) < indices.size(); ++i)
    text += (i ? "," : "") + std::to_string(indices[i]);
  return text;
}

// Everything that is needed to draw the rows of cells.
struct CellSheet {
  const replay::Model& model;
  Selection& selection;
  Desk& desk;
  const replay::ArrayInfo& array;
  const std::vector<replay::ArrayInfo>& columns;  // of a table
  CellGrid grid;
  std::vector<Marks> marks;  // of a table, for each column
  std::set<std::uint64_t> stops;
  Outside outside;
  ImVec2 start;                      // the start of the first row on the screen
  float view_min = 0, view_max = 0;  // the visible part of a row
  float cells_min = 0;               // where its cells begin, after the number that stays
  std::optional<Area> wrong;         // the element with a wrong value
};

// In a table, the part that was clicked.
bool IsChosen(const CellSheet& sheet, const replay::ArrayInfo& array, std::uint64_t cell) {
  if (sheet.selection.cell != replay::Cell{array.object, cell}) return false;
  const auto& part = sheet.desk.Of<ArrayView>().part;
  return !sheet.grid.is_table || (part && part->cell == *sheet.selection.cell && part->path == array.field->path);
}

void DrawCellAt(CellSheet& sheet, std::uint64_t row, std::uint64_t column, ImVec2 at) {
  const CellGrid& grid = sheet.grid;
  const std::uint64_t cell = row * grid.InRow() + (grid.is_table ? 0 : column);
  const replay::ArrayInfo& array = grid.is_table ? sheet.columns[column] : sheet.array;
  const float gap = sheet.desk.Units(2);
  const float width = grid.WidthOf(column);
  const Area area{at, {at.x + width - gap, at.y + grid.height - gap}};
  const Area under_mouse{at, {at.x + width, at.y + grid.height}};
  if (cell >= sheet.outside.first && cell < sheet.outside.end) DrawOutside(sheet.desk, area, sheet.outside.writes);
  if (cell >= sheet.array.count) return;
  // A number that the edge cuts would be read as another number.
  const Area in_view{{std::max(area.min.x, sheet.cells_min), area.min.y},
                     {std::min(area.max.x, sheet.view_max), area.max.y}};
  if (in_view.width() > 0)
    DrawCell(sheet.model, sheet.selection, sheet.desk, array, sheet.marks[grid.is_table ? column : 0], sheet.stops,
             cell, IsChosen(sheet, array, cell), grid.font, in_view);
  if (ExpectedAt(sheet.desk, sheet.array, cell)) sheet.wrong = area;
  if (!IsHovered(under_mouse)) return;
  TipForCell(sheet.model, sheet.desk, array, cell);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ChooseCellIn(sheet.model, sheet.selection, sheet.desk, array, cell);
}

bool IsRowOfCell(const CellSheet& sheet, std::uint64_t row) {
  const auto& cell = sheet.selection.cell;
  return sheet.grid.is_table && cell && cell->object == sheet.array.object && cell->index == row;
}

void DrawRow(CellSheet& sheet, std::uint64_t row, float y) {
  const CellGrid& grid = sheet.grid;
  const float first_x = sheet.start.x + grid.label;
  for (std::uint64_t column = grid.ColumnAt(sheet.view_min - first_x); column < grid.columns; ++column) {
    const float x = first_x + grid.LeftOf(column);
    if (x > sheet.view_max) break;
    DrawCellAt(sheet, row, column, {x, y});
  }
  if (row >= grid.rows) return;
  const Desk& desk = sheet.desk;
  const std::string label = RowLabel(sheet.array, grid, row);
  // The numbers of rows stay while their cells scroll sideways.
  ImGui::GetWindowDrawList()->AddRectFilled(
      {sheet.view_min, y}, {sheet.view_min + grid.label - desk.Units(4), y + grid.height}, desk.color().panel);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
           {sheet.view_min + grid.label - desk.Units(10) - TextWidth(desk.fonts.code_small, label),
            y + (grid.height - desk.fonts.code_small->FontSize) / 2 - desk.Units(1)},
           IsRowOfCell(sheet, row) ? desk.color().chosen : desk.color().faint, label);
}

// The name of a field over its column; a click shows the field alone.
void DrawFieldHead(const CellSheet& sheet, std::uint64_t column, Area at) {
  Desk& desk = sheet.desk;
  const std::string name = HeadOf(sheet.columns[column]), id = "field " + name;
  desk.controls[id] = at;
  if (Clickable(desk, id.c_str(), at)) ShowField(desk, sheet.array.name, sheet.columns[column].field->path);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (hovered) draw->AddRectFilled(at.min, at.max, desk.color().raised, desk.Units(3));
  const std::string text = FitText(desk.fonts.code_small, name, at.width());
  DrawText(draw, desk.fonts.code_small,
           {at.center().x - TextWidth(desk.fonts.code_small, text) / 2, at.min.y + desk.Units(1)},
           hovered ? desk.color().text : desk.color().quiet, text);
  if (!hovered) return;
  BeginTip(desk);
  const trace::Type* type = sheet.model.type(sheet.columns[column].field->type);
  TipRow(desk, name, type ? type->name : "");
  TipRow(desk, "a click shows this field alone", "");
  EndTip();
}

// The numbers of the columns, or the names of fields, which stay while the rows scroll.
void DrawColumnHeads(const CellSheet& sheet, Area head) {
  const CellGrid& grid = sheet.grid;
  const Desk& desk = sheet.desk;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float first_x = sheet.start.x + grid.label;
  draw->PushClipRect({head.min.x + grid.label - desk.Units(4), head.min.y}, head.max, true);
  for (std::uint64_t column = grid.ColumnAt(head.min.x - first_x); column < grid.columns; ++column) {
    const float x = first_x + grid.LeftOf(column);
    if (x > head.max.x) break;
    if (grid.is_table) {
      DrawFieldHead(sheet, column, {{x, head.min.y}, {x + grid.WidthOf(column) - desk.Units(2), head.max.y}});
      continue;
    }
    const std::string text = std::to_string(column);
    const float width = TextWidth(desk.fonts.code_small, text);
    DrawText(draw, desk.fonts.code_small, {x + (grid.width - desk.Units(2) - width) / 2, head.min.y},
             desk.color().faint, text);
  }
  draw->PopClipRect();
}

std::uint64_t ColumnOfPart(const Desk& desk, const std::vector<replay::ArrayInfo>& columns) {
  for (std::size_t i = 0; desk.Of<ArrayView>().part && i < columns.size(); ++i)
    if (columns[i].field->path == desk.Of<ArrayView>().part->path) return i;
  return 0;
}

// Of a table: that of the part that was clicked, else the first that the chosen thread's line accesses.
std::uint64_t ColumnThatCounts(const CellSheet& sheet) {
  const auto& part = sheet.desk.Of<ArrayView>().part;
  const bool is_clicked = part && sheet.selection.cell && part->cell == *sheet.selection.cell;
  if (is_clicked) return ColumnOfPart(sheet.desk, sheet.columns);
  for (std::uint64_t column = 0; column < sheet.columns.size(); ++column)
    if (!sheet.marks[column].by_cell.empty()) return column;
  return 0;
}

// Scrolls to the elements that an access has just missed, else to the chosen one.
void ScrollToWhatCounts(const CellSheet& sheet, Area canvas) {
  const CellGrid& grid = sheet.grid;
  ArrayView& view = sheet.desk.Of<ArrayView>();
  const bool missed = sheet.outside.end > 0;
  if (!missed) {
    ScrollToCell(sheet.desk, sheet.selection, sheet.array, grid, ColumnThatCounts(sheet));
  } else if (view.scrolled_outside != sheet.model.position()) {
    const std::uint64_t row = sheet.outside.first / grid.InRow(), column = sheet.outside.first % grid.InRow();
    ImGui::SetScrollY(static_cast<float>(row) * grid.height - canvas.height() / 2);
    ImGui::SetScrollX(grid.LeftOf(column) - canvas.width() / 2);
  }
  view.scrolled_outside = missed ? std::optional(sheet.model.position()) : std::nullopt;
}

}  // namespace

float WidestValue(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array) {
  constexpr std::size_t kSample = 256;
  float widest = TextWidth(desk.fonts.code_small, "000");
  const auto look = [&](std::span<const std::uint8_t> bytes) {
    if (array.value_type() == trace::TypeId::kNone || bytes.size() != array.value_size()) return;
    const auto number = replay::ReadNumber(model.recording(), array.value_type(), bytes);
    const std::string text =
        number ? number->Text() : trace::FormatValue(model.recording(), array.value_type(), bytes.data(), bytes.size());
    widest = std::max(widest, TextWidth(desk.fonts.code_small, text));
  };
  const auto writes = model.index().WritesTo(array.object);
  const std::size_t stride = std::max<std::size_t>(writes.size() / kSample, 1);
  for (std::size_t i = 0; i < writes.size(); i += stride) {
    const trace::Step step = model.launch().steps[writes[i]];
    // A write of a whole struct has the value of the field in it.
    const auto after = replay::BytesAfter(model.launch(), step);
    const std::uint64_t at = array.OffsetOf(step.offset / array.element_size);
    if (at >= step.offset && at - step.offset + array.value_size() <= after.size())
      look(std::span(after).subspan(at - step.offset, array.value_size()));
  }
  for (const auto* snapshots : {&model.launch().memory_before, &model.launch().memory_after}) {
    const auto found = std::ranges::find(*snapshots, array.object, &trace::Snapshot::object);
    if (found == snapshots->end() || found->bytes.empty()) continue;
    const std::uint64_t step = std::max<std::uint64_t>(array.count / kSample, 1);
    for (std::uint64_t cell = 0; cell < array.count; cell += step) {
      const std::uint64_t offset = array.OffsetOf(cell), size = array.value_size();
      const replay::Position moment = snapshots == &model.launch().memory_before ? 0 : model.end();
      if (replay::IsUnwritten(model, array.object, offset, size, moment)) continue;
      if (offset + size <= found->bytes.size()) look(std::span(found->bytes).subspan(offset, size));
    }
  }
  return widest;
}

void DrawOutside(Desk& desk, Area area, bool writes) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 color = SeverityColor(desk.theme, Severity::kError);
  const float dash = desk.Units(4), width = desk.Units(1.6f);
  for (float x = area.min.x; x < area.max.x; x += 2 * dash) {
    const float end = std::min(x + dash, area.max.x);
    draw->AddLine({x, area.min.y}, {end, area.min.y}, color, width);
    draw->AddLine({x, area.max.y}, {end, area.max.y}, color, width);
  }
  for (float y = area.min.y; y < area.max.y; y += 2 * dash) {
    const float end = std::min(y + dash, area.max.y);
    draw->AddLine({area.min.x, y}, {area.min.x, end}, color, width);
    draw->AddLine({area.max.x, y}, {area.max.x, end}, color, width);
  }
  desk.anchors.elements.push_back({area, writes, true, true});
  if (!IsHovered(area)) return;
  BeginTip(desk);
  TipRow(desk, "outside of the array", "", color);
  EndTip();
}

void DrawCells(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
               Area canvas) {
  const std::vector<replay::ArrayInfo> columns = ColumnsOf(model, array);
  const CellGrid grid =
      LayOutCells(model, desk, array, columns, {canvas.width() - desk.Units(16), canvas.height() - desk.Units(24)});
  // Of a folded array, the number of a row is that of its first cell.
  const bool has_head = grid.is_table || (!grid.folded && grid.rows > 1 && canvas.height() > desk.Units(80));
  const Area head{canvas.min, {canvas.max.x, canvas.min.y + desk.Units(18)}};
  if (has_head) canvas.min.y = head.max.y;
  if (const Arrows by = ReachWithArrows(desk, "cells by keys", canvas)) {
    const std::uint64_t at = selection.cell && selection.cell->object == array.object ? selection.cell->index : 0;
    const std::uint64_t before = grid.is_table ? ColumnOfPart(desk, columns) : at % grid.columns;
    const std::uint64_t row = Moved(at / grid.InRow(), by.y, grid.rows), column = Moved(before, by.x, grid.columns);
    if (grid.is_table)
      ChooseCellIn(model, selection, desk, columns[column], std::min(row, array.count - 1));
    else
      ChooseCellIn(model, selection, desk, array, std::min(row * grid.columns + column, array.count - 1));
  }
  CellSheet sheet{.model = model,
                  .selection = selection,
                  .desk = desk,
                  .array = array,
                  .columns = columns,
                  .grid = grid,
                  .marks = {},
                  .stops = CellsWithStops(model, selection, desk, array),
                  .outside = OutsideOf(model, selection, array, grid)};
  if (!grid.is_table) sheet.marks.push_back(MarksOn(model, selection, array));
  for (const replay::ArrayInfo& column : columns) sheet.marks.push_back(MarksOn(model, selection, column));
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::BeginChild("cells", {canvas.width(), canvas.height()}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ScrollToWhatCounts(sheet, canvas);
  sheet.start = ImGui::GetCursorScreenPos();
  sheet.view_min = ImGui::GetWindowPos().x;
  sheet.view_max = ImGui::GetWindowDrawList()->GetClipRectMax().x;
  sheet.cells_min = sheet.view_min + grid.label - desk.Units(4);
  // With more rows than this, floats cannot distinguish pixels.
  const std::uint64_t all_rows = std::max(grid.rows, (sheet.outside.end + grid.InRow() - 1) / grid.InRow());
  const auto rows = static_cast<int>(std::min<std::uint64_t>(all_rows, 1'000'000));
  ImGuiListClipper clipper;
  clipper.Begin(rows, grid.height);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
      DrawRow(sheet, static_cast<std::uint64_t>(row), sheet.start.y + static_cast<float>(row) * grid.height);
  clipper.End();
  if (sheet.wrong) DrawExpected(desk, canvas, *sheet.wrong, desk.Of<ArrayView>().expected->value);
  ImGui::SetCursorScreenPos({sheet.start.x, sheet.start.y + static_cast<float>(rows) * grid.height});
  ImGui::Dummy({grid.label + grid.LeftOf(grid.columns), 1});
  ImGui::EndChild();
  if (has_head) DrawColumnHeads(sheet, head);
}

}  // namespace lockstep::viz
