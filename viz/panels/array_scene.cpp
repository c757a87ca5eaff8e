#include "viz/panels/array_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "viz/panels/array_cells.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_view.h"
#include "viz/panels/element_marks.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/scene_controls.h"
#include "viz/panels/scene_paint.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/stops.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kTrail = 8;  // accesses
constexpr std::uint64_t kMostRowsAway = 4;

struct SceneCanvas {
  const replay::Model& model;
  Selection& selection;
  Desk& desk;
  const SceneSheets& scene;
  Area area;
  ImDrawList* draw;
  std::optional<Area> wrong;  // the element with a wrong value
};

bool Overlaps(Area a, Area b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

// --- cells with their values

bool HasLetters(const Desk& desk, const Sheet& sheet) {
  return !sheet.picture && sheet.cell_width >= desk.Units(9) && sheet.cell_height >= desk.Units(10);
}

// In one size for all cells, a little smaller where they are small.
float LetterSize(const Desk& desk, const Sheet& sheet) {
  const float normal = desk.fonts.code_small->FontSize;
  return std::floor(std::clamp(sheet.letter, normal * 0.75f, normal));
}

// The value, with fewer digits if there is no room for all; empty if there is none even then.
std::string ShortValue(const replay::CellValue& value, std::size_t letters) {
  const auto is_short = [&](const std::string& text) { return text.size() <= letters || value.never_written; };
  if (is_short(value.text)) return value.text;
  if (!value.number || !value.number->IsFloating()) return letters > 1 ? "…" : "";
  for (const int digits : {3, 2, 1})
    if (std::string text = fmt::format("{:.{}g}", value.number->AsDouble(), digits); is_short(text)) return text;
  return letters > 1 ? "…" : "";
}

void FillCell(SceneCanvas& canvas, Area area, CellColors colors, bool has_value) {
  const Palette& c = canvas.desk.color();
  const float round = std::min(canvas.desk.Units(3), (area.max.x - area.min.x) * 0.15f);
  if (colors.read == colors.written) {
    const ImU32 back = colors.read ? colors.read : has_value ? c.raised : Blend(c.panel, c.raised, 0.5f);
    canvas.draw->AddRectFilled(area.min, area.max, back, round);
    return;
  }
  canvas.draw->AddRectFilled(area.min, area.max, colors.read, round);
  canvas.draw->AddTriangleFilled({area.max.x, area.min.y}, area.max, {area.min.x, area.max.y}, colors.written);
}

void DrawLetters(SceneCanvas& canvas, const Sheet& sheet, Area area, const replay::CellValue& value, ImU32 back) {
  const Desk& desk = canvas.desk;
  ImFont* font = desk.fonts.code_small;
  const float size = LetterSize(desk, sheet), advance = font->GetCharAdvance('0') * size / font->FontSize;
  const std::string text = ShortValue(value, static_cast<std::size_t>((sheet.cell_width - 1) / advance));
  if (text.empty()) return;
  const bool quiet = !value.known || value.never_written || value.later;
  const Palette& c = desk.color();
  ImU32 ink = quiet && !back ? c.quiet : c.text;
  if (value.not_finite) ink = WithAlpha(c.not_finite, quiet ? 0.6f : 1.0f);
  const float width = font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size()).x;
  canvas.draw->AddText(font, size, {std::floor(area.center().x - width / 2), std::floor(area.center().y - size / 2)},
                       ink, text.data(), text.data() + text.size());
}

void DrawCellAt(SceneCanvas& canvas, const Sheet& sheet, std::size_t place, std::uint64_t column, std::uint64_t row) {
  const std::uint64_t cell = *sheet.CellAt(column, row);
  const replay::ArrayInfo& array = sheet.ShownAt(column);
  const replay::CellValue value = replay::ReadCell(canvas.model, array, cell);
  const float gap = std::min(canvas.desk.Units(2), std::floor(sheet.cell_height * 0.12f));
  Area area = sheet.AreaAt(column, row);
  area.max.x -= gap, area.max.y -= gap;
  const CellColors colors = ColorsOf(canvas.desk, place, cell, canvas.model.position());
  FillCell(canvas, area, colors, value.known && !value.never_written && !value.later);
  DrawLetters(canvas, sheet, area, value, colors.read);
  if (replay::IsInFinding(canvas.model, canvas.selection, array.object, array.OffsetOf(cell), array.value_size())) {
    const float corner = std::min(canvas.desk.Units(9), area.height() * 0.5f);
    const ImU32 color =
        SeverityColor(canvas.desk.theme, replay::ChosenFinding(canvas.model, canvas.selection)->severity);
    canvas.draw->AddTriangleFilled({area.max.x - corner, area.min.y}, {area.max.x, area.min.y},
                                   {area.max.x, area.min.y + corner}, color);
  }
}

// The rows, or columns, of a sheet that are in view.
std::pair<std::uint64_t, std::uint64_t> Seen(float begin, float size, std::uint64_t count, float from, float to) {
  const float first = std::max((from - begin) / size, 0.0f), end = std::max((to - begin) / size + 1, 0.0f);
  return {std::min(static_cast<std::uint64_t>(first), count), std::min(static_cast<std::uint64_t>(end), count)};
}

void DrawCellsOf(SceneCanvas& canvas, const Sheet& sheet, std::size_t place) {
  if (!HasLetters(canvas.desk, sheet)) {
    DrawSmallCells(canvas.model, canvas.desk, sheet, place, canvas.area);
    return;
  }
  const auto [top, bottom] =
      Seen(sheet.cells.min.y, sheet.cell_height, sheet.size.rows, canvas.area.min.y, canvas.area.max.y);
  const auto [left, right] =
      Seen(sheet.cells.min.x, sheet.cell_width, sheet.size.columns, canvas.area.min.x, canvas.area.max.x);
  for (std::uint64_t row = top; row < bottom; ++row)
    for (std::uint64_t column = left; column < right; ++column)
      if (sheet.CellAt(column, row)) DrawCellAt(canvas, sheet, place, column, row);
}

// --- names and numbers

// Numbers every so many cells that each has room.
std::uint64_t NumberEvery(float cell, float needed) {
  std::uint64_t every = 1;
  for (const std::uint64_t factor : {2u, 5u, 10u, 20u, 50u, 100u, 200u, 500u, 1000u, 2000u, 5000u, 10000u}) {
    if (static_cast<float>(every) * cell >= needed) return every;
    every = factor;
  }
  return every;
}

// Above the columns of an array of structs, the names of its fields, as far as they have room; the rows' numbers.
void DrawFieldNames(SceneCanvas& canvas, const Sheet& sheet, float size) {
  const Desk& desk = canvas.desk;
  ImFont* font = desk.fonts.code_small;
  const auto write = [&](std::string_view text, ImVec2 at) {
    canvas.draw->AddText(font, size, {std::floor(at.x), std::floor(at.y)}, desk.color().quiet, text.data(),
                         text.data() + text.size());
  };
  const auto width = [&](std::string_view text) {
    return font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size()).x;
  };
  const float advance = font->GetCharAdvance('0') * size / font->FontSize;
  const auto letters = static_cast<std::size_t>(std::max(sheet.cell_width - desk.Units(2), 0.0f) / advance);
  for (std::uint64_t column = 0; column < sheet.columns.size() && letters > 0; ++column) {
    // The end of a long path tells it from its neighbours.
    std::string name(replay::NameOf(*sheet.columns[column].field));
    if (name.size() > letters) name = name.substr(name.size() - letters);
    const float middle = sheet.cells.min.x + (static_cast<float>(column) + 0.5f) * sheet.cell_width - desk.Units(1);
    write(name, {middle - width(name) / 2, sheet.cells.min.y - desk.Units(7) - size / 2});
  }
  const std::uint64_t rows = NumberEvery(sheet.cell_height, size);
  const auto [top, bottom] =
      Seen(sheet.cells.min.y, sheet.cell_height, sheet.size.rows, canvas.area.min.y, canvas.area.max.y);
  for (std::uint64_t row = (top + rows - 1) / rows * rows; row < bottom; row += rows) {
    const std::string number = std::to_string(row);
    const float middle = sheet.cells.min.y + (static_cast<float>(row) + 0.5f) * sheet.cell_height - desk.Units(1);
    write(number, {sheet.cells.min.x - desk.Units(4) - width(number), middle - size / 2});
  }
}

void DrawNumbers(SceneCanvas& canvas, const Sheet& sheet) {
  const Desk& desk = canvas.desk;
  ImFont* font = desk.fonts.code_small;
  const float size = std::floor(font->FontSize * 0.85f);
  const auto write = [&](std::uint64_t number, ImVec2 middle, bool right_aligned) {
    const std::string text = std::to_string(number);
    const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size());
    const float x = right_aligned ? middle.x - extent.x : middle.x - extent.x / 2;
    canvas.draw->AddText(font, size, {std::floor(x), std::floor(middle.y - size / 2)}, desk.color().quiet, text.data(),
                         text.data() + text.size());
  };
  if (!sheet.columns.empty()) return DrawFieldNames(canvas, sheet, size);
  const float digit = font->GetCharAdvance('0') * size / font->FontSize;
  const auto digits = static_cast<float>(std::to_string(sheet.size.columns - 1).size());
  const auto [left, right] =
      Seen(sheet.cells.min.x, sheet.cell_width, sheet.size.columns, canvas.area.min.x, canvas.area.max.x);
  const std::uint64_t columns = NumberEvery(sheet.cell_width, digit * (digits + 1));
  for (std::uint64_t column = (left + columns - 1) / columns * columns; column < right; column += columns)
    write(column,
          {sheet.cells.min.x + (static_cast<float>(column) + 0.5f) * sheet.cell_width - desk.Units(1),
           sheet.cells.min.y - desk.Units(7)},
          false);
  if (sheet.size.rows < 2) return;
  const auto [top, bottom] =
      Seen(sheet.cells.min.y, sheet.cell_height, sheet.size.rows, canvas.area.min.y, canvas.area.max.y);
  const std::uint64_t rows = NumberEvery(sheet.cell_height, size);
  for (std::uint64_t row = (top + rows - 1) / rows * rows; row < bottom; row += rows)
    write(sheet.NumberOfRow(row),
          {sheet.cells.min.x - desk.Units(4),
           sheet.cells.min.y + (static_cast<float>(row) + 0.5f) * sheet.cell_height - desk.Units(1)},
          true);
}

Area NameArea(const SceneCanvas& canvas, const Sheet& sheet) {
  const float height = canvas.desk.Units(16), top = sheet.cells.min.y - canvas.desk.Units(30);
  const float width = std::max(TextWidth(canvas.desk.fonts.small, sheet.array.name), sheet.cells.width());
  return {{sheet.cells.min.x, top}, {sheet.cells.min.x + width, top + height}};
}

void DrawName(SceneCanvas& canvas, const Sheet& sheet) {
  const Desk& desk = canvas.desk;
  const Area area = NameArea(canvas, sheet);
  const bool is_chosen = canvas.selection.object == sheet.array.object;
  const ImU32 ink = is_chosen ? desk.color().chosen : desk.color().text;
  const float x = area.min.x + DrawText(canvas.draw, desk.fonts.small, area.min, ink, sheet.array.name) + desk.Units(7);
  std::string shape = sheet.array.element_name;
  for (const std::uint64_t extent : sheet.array.shape) shape += fmt::format("[{}]", extent);
  if (!sheet.array.kept) shape += ", not recorded";
  if (TextWidth(desk.fonts.small, shape) <= sheet.cells.max.x - x)
    DrawText(canvas.draw, desk.fonts.small, {x, area.min.y}, desk.color().quiet, shape);
}

// --- what threads do

Area MarkArea(const Desk& desk, Area area) {
  const ImVec2 c = area.center();
  const float w = std::max(area.width() / 2 - 1, desk.Units(4)), h = std::max(area.height() / 2 - 1, desk.Units(4));
  return {{std::round(c.x - w - 1), std::round(c.y - h - 1)}, {std::round(c.x + w - 1), std::round(c.y + h - 1)}};
}

void DrawRing(SceneCanvas& canvas, Area area, ImU32 color, float width) {
  const float round = canvas.desk.Units(3);
  canvas.draw->AddRect({area.min.x - 1, area.min.y - 1}, {area.max.x + 1, area.max.y + 1},
                       WithAlpha(canvas.desk.color().panel, 0.9f), round, 0, canvas.desk.Units(width + 1.5f));
  canvas.draw->AddRect(area.min, area.max, color, round, 0, canvas.desk.Units(width));
}

const Sheet* SheetOf(const SceneSheets& scene, trace::ObjectId object) {
  const auto found = std::ranges::find(scene.sheets, object, [](const Sheet& sheet) { return sheet.array.object; });
  return found == scene.sheets.end() ? nullptr : &*found;
}

std::optional<Area> AreaOfTouch(const SceneCanvas& canvas, const replay::Touch& touch) {
  const Sheet* sheet = SheetOf(canvas.scene, touch.object);
  if (!sheet || touch.offset / sheet->array.element_size >= sheet->array.count) return std::nullopt;
  const std::uint64_t cell = touch.offset / sheet->array.element_size;
  for (std::uint64_t column = 0; column < sheet->columns.size(); ++column)
    if (sheet->columns[column].Overlaps(cell, touch.offset, touch.size))
      return MarkArea(canvas.desk, sheet->AreaAt(column, cell));
  if (!sheet->array.Overlaps(cell, touch.offset, touch.size)) return std::nullopt;
  return MarkArea(canvas.desk, sheet->AreaOf(cell));
}

// The thread's last accesses: in each array a line from the oldest to the latest, the older the paler.
void DrawTrail(SceneCanvas& canvas) {
  const replay::ThreadSlot thread = canvas.model.SlotOf(canvas.selection.block, canvas.selection.thread);
  const auto touches = replay::LastTouches(canvas.model, thread, kTrail);
  std::map<trace::ObjectId, ImVec2> newer;  // by array
  for (std::size_t age = 0; age < touches.size(); ++age) {
    const auto area = AreaOfTouch(canvas, touches[age]);
    if (!area) continue;
    const float strength = 0.75f * (1 - static_cast<float>(age) / static_cast<float>(kTrail));
    const ImU32 color = WithAlpha(touches[age].writes ? canvas.desk.color().write : canvas.desk.color().read, strength);
    canvas.draw->AddRect(area->min, area->max, color, canvas.desk.Units(3), 0, canvas.desk.Units(1.4f));
    const ImVec2 here = area->center();
    const auto [next, is_first] = newer.try_emplace(touches[age].object, here);
    if (!is_first)
      canvas.draw->AddLine(here, next->second, WithAlpha(canvas.desk.color().chosen, strength * 0.6f),
                           canvas.desk.Units(1.4f));
    next->second = here;
  }
}

// A frame around the cells from which a shared array was loaded, with the array's name.
void DrawOrigin(SceneCanvas& canvas, const Sheet& shared, const replay::LoadedFrom& origin) {
  const Sheet* from = SheetOf(canvas.scene, origin.object);
  if (!from || origin.cells.empty()) return;
  Area hull = from->AreaOf(origin.cells.front());
  for (const std::uint64_t cell : origin.cells) {
    const Area area = from->AreaOf(cell);
    hull.min = {std::min(hull.min.x, area.min.x), std::min(hull.min.y, area.min.y)};
    hull.max = {std::max(hull.max.x, area.max.x), std::max(hull.max.y, area.max.y)};
  }
  const Desk& desk = canvas.desk;
  hull = {{std::round(hull.min.x - 2), std::round(hull.min.y - 2)}, {std::round(hull.max.x), std::round(hull.max.y)}};
  const ImU32 ink = desk.color().text;
  canvas.draw->AddRect(hull.min, hull.max, ink, desk.Units(3), 0, desk.Units(1.6f));
  const float size = std::floor(desk.fonts.code_small->FontSize * 0.85f);
  const std::string& name = shared.array.name;
  const float width =
      desk.fonts.code_small->CalcTextSizeA(size, 1e9f, 0, name.data(), name.data() + name.size()).x + desk.Units(6);
  const ImVec2 min{hull.max.x - width, hull.max.y - desk.Units(3)}, max{hull.max.x, min.y + size + desk.Units(2)};
  canvas.draw->AddRectFilled(min, max, ink, desk.Units(3));
  canvas.draw->AddText(desk.fonts.code_small, size, {min.x + desk.Units(3), std::floor(min.y + desk.Units(1))},
                       desk.color().panel, name.data(), name.data() + name.size());
}

// The rings around what the chosen thread's line accesses; the cells that have one.
std::set<std::uint64_t> DrawTouches(SceneCanvas& canvas, const Sheet& sheet) {
  std::set<std::uint64_t> ringed;
  for (std::uint64_t column = 0; column < std::max<std::uint64_t>(sheet.columns.size(), 1); ++column) {
    for (const auto& [cell, touch] : MarksOn(canvas.model, canvas.selection, sheet.ShownAt(column)).by_cell) {
      if (cell >= sheet.array.count) continue;
      const Area place = sheet.columns.empty() ? sheet.AreaOf(cell) : sheet.AreaAt(column, cell);
      const Area area = MarkArea(canvas.desk, place);
      DrawRing(canvas, area, MarkColor(canvas.desk, touch), touch.done ? 2.0f : 1.2f);
      if (canvas.area.Contains(area.center())) canvas.desk.anchors.elements.push_back({area, touch.writes, touch.done});
      ringed.insert(cell);
    }
  }
  return ringed;
}

void DrawMarks(SceneCanvas& canvas, const Sheet& sheet) {
  const std::set<std::uint64_t> ringed = DrawTouches(canvas, sheet);
  const auto& chosen = canvas.selection.cell;
  if (!chosen || chosen->object != sheet.array.object || chosen->index >= sheet.array.count) return;
  const Area area = MarkArea(canvas.desk, sheet.AreaOf(chosen->index));
  if (!ringed.contains(chosen->index)) DrawRing(canvas, area, canvas.desk.color().chosen, 2.0f);
  if (ExpectedAt(canvas.desk, sheet.array, chosen->index) && canvas.area.Contains(area.center())) canvas.wrong = area;
}

// The place that the chosen thread has just missed, if it is near the array.
void DrawMiss(SceneCanvas& canvas) {
  const auto miss = replay::MissOf(canvas.model, canvas.model.SlotOf(canvas.selection.block, canvas.selection.thread));
  const Sheet* sheet = miss ? SheetOf(canvas.scene, miss->object) : nullptr;
  if (!sheet || sheet->picture || miss->offset < 0) return;
  const std::uint64_t cell = static_cast<std::uint64_t>(miss->offset) / sheet->array.element_size;
  if (cell < sheet->array.count || cell >= (sheet->size.rows + kMostRowsAway) * sheet->size.columns) return;
  const Area area = MarkArea(canvas.desk, sheet->AreaOf(cell));
  if (canvas.area.Contains(area.center())) DrawOutside(canvas.desk, area, miss->writes);
}

// --- the mouse

void React(SceneCanvas& canvas, bool dragged) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool was_drag = dragged || ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 16;
  const bool clicked = ImGui::IsItemDeactivated() && !was_drag, hovered = ImGui::IsItemHovered();
  for (const Sheet& sheet : canvas.scene.sheets) {
    if (NameArea(canvas, sheet).Contains(mouse) && clicked) {
      canvas.selection.object = sheet.array.object;
      return;
    }
    if (!sheet.cells.Contains(mouse)) continue;
    const auto column = static_cast<std::uint64_t>((mouse.x - sheet.cells.min.x) / sheet.cell_width);
    const auto cell =
        sheet.CellAt(column, static_cast<std::uint64_t>((mouse.y - sheet.cells.min.y) / sheet.cell_height));
    if (!cell) return;
    if (hovered) TipForCell(canvas.model, canvas.desk, sheet.ShownAt(column), *cell);
    if (clicked) ChooseCellIn(canvas.model, canvas.selection, canvas.desk, sheet.ShownAt(column), *cell);
    return;
  }
}

void ChooseCellBy(const replay::Model& model, Selection& selection, const SceneSheets& scene, Arrows by) {
  const Sheet* sheet = SheetOf(scene, selection.object);
  if (!sheet) return;
  const bool has_cell = selection.cell && selection.cell->object == selection.object;
  const auto [column, row] = sheet->ColumnAndRow(has_cell ? selection.cell->index : 0);
  const auto next = sheet->CellAt(Moved(column, by.x, column + 2), Moved(row, by.y, row + 2));
  if (next) replay::ChooseCell(model, selection, {selection.object, *next});
}

// A plane that the user has moved follows the chosen cell, if that is not in view.
void FollowCell(const Selection& selection, Desk& desk, SceneSheets& scene, Area canvas) {
  const bool is_new = desk.Of<SceneView>().scrolled_to != selection.cell;
  desk.Of<SceneView>().scrolled_to = selection.cell;
  if (!is_new || !selection.cell || !desk.Of<SceneView>().plane.moved || ImGui::IsItemActive()) return;
  const Sheet* sheet = SheetOf(scene, selection.cell->object);
  if (!sheet || selection.cell->index >= sheet->array.count) return;
  const ImVec2 at = sheet->AreaOf(selection.cell->index).center();
  if (canvas.Contains(at)) return;
  const ImVec2 by{canvas.center().x - at.x, canvas.center().y - at.y};
  desk.Of<SceneView>().plane.origin = {desk.Of<SceneView>().plane.origin.x + by.x,
                                       desk.Of<SceneView>().plane.origin.y + by.y};
  for (Sheet& moved : scene.sheets) {
    moved.cells.min = {moved.cells.min.x + by.x, moved.cells.min.y + by.y};
    moved.cells.max = {moved.cells.max.x + by.x, moved.cells.max.y + by.y};
  }
}

void DrawSheets(SceneCanvas& canvas) {
  const auto& sheets = canvas.scene.sheets;
  const float above = canvas.desk.Units(32), beside = canvas.scene.layout.left * canvas.desk.Of<SceneView>().plane.zoom;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const Area with_names{{sheets[i].cells.min.x - beside, sheets[i].cells.min.y - above},
                          {std::max(sheets[i].cells.max.x, NameArea(canvas, sheets[i]).max.x), sheets[i].cells.max.y}};
    if (!Overlaps(with_names, canvas.area)) continue;
    DrawCellsOf(canvas, sheets[i], i);
    DrawNumbers(canvas, sheets[i]);
    DrawName(canvas, sheets[i]);
  }
  for (std::size_t i = 0; i < sheets.size() && i < canvas.desk.Of<SceneView>().origins.size(); ++i)
    for (const replay::LoadedFrom& origin : canvas.desk.Of<SceneView>().origins[i])
      DrawOrigin(canvas, sheets[i], origin);
  DrawTrail(canvas);
  for (const Sheet& sheet : sheets) {
    DrawMarks(canvas, sheet);
    for (const std::uint64_t cell : CellsWithStops(canvas.model, canvas.selection, canvas.desk, sheet.array)) {
      const Area area = sheet.AreaOf(cell);
      if (cell < sheet.array.count && canvas.area.Contains(area.min)) DrawStopOnCell(canvas.desk, area);
    }
  }
  DrawMiss(canvas);
}

}  // namespace

void DrawArrayScene(const replay::Model& model, Selection& selection, Desk& desk,
                    const std::vector<replay::ArrayInfo>& arrays, Area area) {
  area.max.y -= DrawSceneLegend(model, selection, desk, arrays, area);
  if (area.height() < desk.Units(20)) return;
  SceneSheets scene = LayOutScene(model, desk, arrays, area);
  if (desk.Of<SceneView>().fitted_key != scene.key) desk.Of<SceneView>().plane = {};
  desk.Of<SceneView>().fitted_key = scene.key;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::InvisibleButton("scene", {area.width(), area.height()});
  desk.controls["scene canvas"] = area;
  const Arrows by = ReachWithArrows(desk, "scene by keys", area);
  FitPlane(desk.Of<SceneView>().plane, area, scene.layout.width, scene.layout.height, scene.layout.zoom);
  const bool dragged =
      MovePlane(desk.Of<SceneView>().plane, area, scene.layout.width, scene.layout.height, scene.most_zoom);
  PutOnScreen(scene, desk.Of<SceneView>().plane, area);
  if (by) ChooseCellBy(model, selection, scene, by);
  FollowCell(selection, desk, scene, area);
  TakeFootprints(model, selection, desk, scene);
  for (const Sheet& sheet : scene.sheets) desk.controls["array " + sheet.array.name] = sheet.cells;
  SceneCanvas canvas{model, selection, desk, scene, area, ImGui::GetWindowDrawList(), {}};
  canvas.draw->PushClipRect(area.min, area.max, true);
  DrawSheets(canvas);
  if (canvas.wrong) DrawExpected(desk, area, *canvas.wrong, desk.Of<ArrayView>().expected->value);
  canvas.draw->PopClipRect();
  React(canvas, dragged);
}

void WidenFootprint(Desk& desk) {
  const int next = static_cast<int>(desk.Of<SceneView>().footprint) + 1;
  desk.Of<SceneView>().footprint =
      next > static_cast<int>(FootprintOf::kBlock) ? FootprintOf::kNone : static_cast<FootprintOf>(next);
}

}  // namespace lockstep::viz
