#include "viz/panels/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/headline.h"
#include "shared/replay/index_formula.h"
#include "shared/replay/unwritten.h"
#include "shared/replay/view_as.h"
#include "shared/trace/trace.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/ink.h"
#include "viz/panels/warp_access.h"

namespace lockstep::viz {
namespace {

constexpr float kMaxPixel = 48;

// Who touches the array's elements on the chosen thread's line.
struct Marks {
  std::map<std::uint64_t, Touch> by_cell;
};

Marks MarksOn(const Model& model, const Selection& selection, const ArrayInfo& array) {
  Marks marks;
  for (const Touch& touch : TouchesOf(model, model.SlotOf(selection.block, selection.thread))) {
    if (touch.object != array.object || touch.size == 0) continue;
    const std::uint64_t first = touch.offset / array.element_size;
    const std::uint64_t last = (touch.offset + touch.size - 1) / array.element_size;
    for (std::uint64_t cell = first; cell <= std::min(last, first + 64); ++cell) {
      Touch& mark = marks.by_cell.try_emplace(cell, touch).first->second;
      if (touch.writes) mark = touch;
    }
  }
  return marks;
}

ImU32 MarkColor(const Desk& desk, const Touch& touch) { return touch.writes ? desk.color().write : desk.color().read; }

std::string SizeText(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  if (bytes < 1 << 20) return fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1024);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1 << 20));
}

std::string ShapeText(const ArrayInfo& array) {
  std::string text = array.element_name;
  for (const std::uint64_t extent : array.shape) text += fmt::format("[{}]", extent);
  return text;
}

// --- what a cell should hold

const std::string* ExpectedAt(const Desk& desk, const ArrayInfo& array, std::uint64_t cell) {
  const auto& expected = desk.array.expected;
  return expected && expected->cell == Cell{array.object, cell} ? &expected->value : nullptr;
}

// Beside the element, on the side that has room in the canvas.
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

// --- the tip: value, who wrote it, by which formula

void TipForFormula(const Model& model, const Desk& desk, const ArrayInfo& array, std::uint64_t cell, const Writer& by) {
  const auto lines = IndexFormula(model, array, cell, by.block, by.thread);
  if (lines.empty()) return;
  ImGui::Dummy({1, desk.Units(2)});
  for (const FormulaLine& line : lines) {
    TipRow(desk, line.name, line.source);
    TipRow(desk, "", fmt::format("= {} = {}", line.numbers, line.value), desk.color().chosen);
  }
}

void TipForCell(const Model& model, const Desk& desk, const ArrayInfo& array, std::uint64_t cell) {
  const CellValue value = ReadCell(model, array, cell);
  BeginTip(desk);
  ImGui::PushFont(desk.fonts.code_strong);
  const std::string name = NameCell(array, cell);
  ImGui::TextUnformatted(value.never_written ? name.c_str() : (name + " = " + value.text).c_str());
  ImGui::PopFont();
  if (!value.known) TipRow(desk, "not known: these bytes were not recorded", "");
  if (const std::string* expected = ExpectedAt(desk, array, cell)) {
    TipRow(desk, "should be", *expected, SeverityColor(desk.theme, Severity::kError));
  }
  if (value.never_written) TipRow(desk, "not written yet: what it holds means nothing", "");
  if (const auto shape = PictureOf(model, array)) {
    const Pixel pixel = PixelOfCell(*shape, cell);
    TipRow(desk, "pixel", fmt::format("x {}, y {}", pixel.x, pixel.y));
  }
  const std::uint64_t offset = cell * array.element_size;
  auto writer = LastWriter(model, array.object, offset);
  const char* when = "written by";
  if (!writer && (writer = NextWriter(model, array.object, offset))) when = "will write";
  if (!writer && (writer = FinalWriter(model, array.object, offset))) when = "written by";
  if (writer) {
    TipRow(desk, when, fmt::format("thread {}", Text(writer->thread)));
    const bool recorded = writer->step != kNoStep;
    TipRow(desk, "", fmt::format("of block {}{}", Text(writer->block), recorded ? "" : ", not recorded"));
    if (recorded) {
      const Line line = model.LineOfSite(model.launch().steps[writer->step].site);
      TipRow(desk, "", fmt::format("line {}, step {}", line.number, writer->step + 1));
    } else {
      TipRow(desk, "", "shown as after the launch");
    }
    TipForFormula(model, desk, array, cell, *writer);
  }
  EndTip();
}

// --- as a picture

Area PixelArea(const Plane& plane, Area canvas, const Pixel& pixel) {
  const auto x = static_cast<float>(pixel.x), y = static_cast<float>(pixel.y);
  return {OnScreen(plane, canvas, {x, y}), OnScreen(plane, canvas, {x + 1, y + 1})};
}

// A ring around an element that is too small to see, a frame around one that is not.
Area DrawPixelMark(const Desk& desk, Area pixel, ImU32 color, bool done) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 c = pixel.center();
  const float half = std::max(pixel.width() / 2 + 1, desk.Units(5));
  const ImVec2 min{std::round(c.x - half), std::round(c.y - half)}, max{std::round(c.x + half), std::round(c.y + half)};
  const float round = desk.Units(2);
  draw->AddRect({min.x - 1, min.y - 1}, {max.x + 1, max.y + 1}, WithAlpha(desk.color().panel, 0.9f), round, 0,
                desk.Units(3.5f));
  draw->AddRect(min, max, color, round, 0, desk.Units(done ? 2.0f : 1.2f));
  return {min, max};
}

// A magnifying glass beside the chosen element: to its right and below it, where there is room. Gives back its pane.
std::optional<Area> DrawLens(const Desk& desk, const ArrayView& view, Area canvas, const PictureShape& shape,
                             const Pixel& pixel, ImU32 color) {
  constexpr int kAcross = 11;
  const float size = std::min(desk.Units(132), std::floor(canvas.width() * 0.26f)), away = desk.Units(26);
  const float cell = size / kAcross;
  if (view.plane.zoom > desk.Units(6) || canvas.width() < size * 2 || canvas.height() < size + away)
    return std::nullopt;
  const ImVec2 focus = PixelArea(view.plane, canvas, pixel).center();
  if (!canvas.Contains(focus)) return std::nullopt;
  const bool right = focus.x + away + size < canvas.max.x, below = focus.y + away + size < canvas.max.y;
  const ImVec2 min{std::round(right ? focus.x + away : focus.x - away - size),
                   std::round(below ? focus.y + away : focus.y - away - size)};
  const ImVec2 max{min.x + size, min.y + size};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine(focus, {right ? min.x : max.x, below ? min.y : max.y}, WithAlpha(color, 0.8f), desk.Units(1.2f));
  draw->AddRectFilled({min.x - desk.Units(3), min.y - desk.Units(3)}, {max.x + desk.Units(3), max.y + desk.Units(3)},
                      desk.color().panel, desk.Units(4));
  for (int dy = 0; dy < kAcross; ++dy) {
    for (int dx = 0; dx < kAcross; ++dx) {
      const std::int64_t x = std::int64_t{pixel.x} + dx - kAcross / 2, y = std::int64_t{pixel.y} + dy - kAcross / 2;
      const bool inside = x >= 0 && y >= 0 && x < shape.width && y < shape.height;
      const std::size_t at = static_cast<std::size_t>(y) * shape.width + static_cast<std::size_t>(x);
      const ImU32 ink = inside ? view.picture.rgba()[at] : desk.color().idle;
      const ImVec2 a{min.x + cell * static_cast<float>(dx), min.y + cell * static_cast<float>(dy)};
      const ImVec2 b{a.x + cell - 1, a.y + cell - 1};
      draw->AddRectFilled(a, b, ink >> 24 ? ink : desk.color().raised);
      if (ink >> 24 == 0) draw->AddLine({a.x, b.y}, {b.x, a.y}, desk.color().faint);
    }
  }
  const float mid = cell * (kAcross / 2);
  draw->AddRect({min.x + mid - 1.5f, min.y + mid - 1.5f}, {min.x + mid + cell + 0.5f, min.y + mid + cell + 0.5f}, color,
                desk.Units(1), 0, desk.Units(2));
  return Area{min, max};
}

// Slanting lines where there is nothing: what the picture leaves open shows them. They keep their distance however far
// one zooms.
void DrawHatching(const Desk& desk, Area area, Area clip) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Area seen{{std::max(area.min.x, clip.min.x), std::max(area.min.y, clip.min.y)},
                  {std::min(area.max.x, clip.max.x), std::min(area.max.y, clip.max.y)}};
  if (seen.min.x >= seen.max.x || seen.min.y >= seen.max.y) return;
  draw->AddRectFilled(seen.min, seen.max, Blend(desk.color().panel, desk.color().raised, 0.7f));
  draw->PushClipRect(seen.min, seen.max, true);
  const float apart = desk.Units(6), height = seen.height();
  const float first = std::floor(seen.min.x / apart) * apart;
  for (float x = first; x < seen.max.x + height; x += apart) {
    draw->AddLine({x, seen.min.y}, {x - height, seen.max.y}, desk.color().line, desk.Units(1));
  }
  draw->PopClipRect();
}

// What is not black, grey or white in a picture, and what black and white stand for. Gives back its height; 0 where a
// picture needs no word. It is the same at every moment, so that the picture keeps its place.
float DrawPictureLegend(const Model& model, const Desk& desk, const ArrayInfo& array, Area canvas) {
  const bool floating = array.element_size != 1, unwritten = BeginsUnwritten(model, array.object);
  if (!floating && !unwritten) return 0;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float height = desk.Units(26), size = desk.Units(10);
  const float text_y = canvas.max.y - desk.fonts.small->FontSize - desk.Units(1);
  const float y = text_y + (desk.fonts.small->FontSize - size) / 2 + 1;
  float x = canvas.min.x;
  const auto say = [&](std::string_view text) {
    x += DrawText(draw, desk.fonts.small, {x, text_y}, desk.color().quiet, text) + desk.Units(16);
  };
  if (floating) {
    const Picture& picture = desk.array.picture;
    x += DrawText(draw, desk.fonts.small, {x, text_y}, desk.color().quiet, fmt::format("{:.4g}", picture.lowest())) +
         desk.Units(6);
    const float width = desk.Units(56);
    draw->AddRectFilledMultiColor({x, y}, {x + width, y + size}, 0xff000000, 0xffffffff, 0xffffffff, 0xff000000);
    draw->AddRect({x, y}, {x + width, y + size}, desk.color().line);
    x += width + desk.Units(6);
    say(fmt::format("{:.4g}", picture.highest()));
    draw->AddRectFilled({x, y}, {x + size, y + size}, desk.color().not_finite, desk.Units(2.5f));
    x += size + desk.Units(6);
    say("NaN, infinite");
  }
  if (unwritten) {
    const Area swatch{{x, y}, {x + size * 1.6f, y + size}};
    DrawHatching(desk, swatch, canvas);
    draw->AddRect(swatch.min, swatch.max, desk.color().line);
    x = swatch.max.x + desk.Units(6);
    say("not written yet");
  }
  return height;
}

void DrawPicture(const Model& model, Selection& selection, Desk& desk, const ArrayInfo& array,
                 const PictureShape& shape, Area canvas) {
  ArrayView& view = desk.array;
  const PictureInks inks{.background = desk.color().panel, .not_finite = desk.color().not_finite};
  const auto rows = view.picture.Update(model, array, shape, inks);
  view.texture.Update(view.picture.rgba(), shape.width, shape.height, rows.first, rows.last);
  if (canvas.height() > desk.Units(120)) canvas.max.y -= DrawPictureLegend(model, desk, array, canvas);
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::InvisibleButton("picture", {canvas.width(), canvas.height()});
  const auto w = static_cast<float>(shape.width), h = static_cast<float>(shape.height);
  const bool dragged = MovePlane(view.plane, canvas, w, h, desk.Units(kMaxPixel));
  view.texture.SetFilter(view.plane.zoom < 1 ? Texture::Filter::kSmooth : Texture::Filter::kSharp);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(canvas.min, canvas.max, true);
  const Area picture{OnScreen(view.plane, canvas, {0, 0}), OnScreen(view.plane, canvas, {w, h})};
  if (BeginsUnwritten(model, array.object)) DrawHatching(desk, picture, canvas);
  draw->AddImage(view.texture.id(), picture.min, picture.max);
  draw->PopClipRect();
  const float rim = desk.Units(8);  // the mark of an element at the edge is seen whole
  draw->PushClipRect({canvas.min.x - rim, canvas.min.y - rim}, {canvas.max.x + rim, canvas.max.y + rim}, true);
  const Marks marks = MarksOn(model, selection, array);
  for (const auto& [cell, touch] : marks.by_cell) {
    const Area pixel = PixelArea(view.plane, canvas, PixelOfCell(shape, cell));
    const Area mark = DrawPixelMark(desk, pixel, MarkColor(desk, touch), touch.done);
    if (canvas.Contains(mark.center())) desk.anchors.elements.push_back({mark, touch.writes, touch.done});
  }
  if (selection.cell && selection.cell->object == array.object && selection.cell->index < array.count) {
    const Pixel pixel = PixelOfCell(shape, selection.cell->index);
    const auto mark = marks.by_cell.find(selection.cell->index);
    const ImU32 color = mark != marks.by_cell.end() ? MarkColor(desk, mark->second) : desk.color().chosen;
    if (mark == marks.by_cell.end()) DrawPixelMark(desk, PixelArea(view.plane, canvas, pixel), color, true);
    const std::optional<Area> lens = DrawLens(desk, view, canvas, shape, pixel, color);
    const Area focus = PixelArea(view.plane, canvas, pixel);
    if (const std::string* expected = ExpectedAt(desk, array, selection.cell->index);
        expected && canvas.Contains(focus.center()))
      DrawExpected(desk, canvas, lens.value_or(focus), *expected);
  }
  draw->PopClipRect();

  const ImVec2 under = OnPlane(view.plane, canvas, ImGui::GetIO().MousePos);
  if (under.x < 0 || under.y < 0 || under.x >= w || under.y >= h) return;
  const auto x = static_cast<std::uint32_t>(under.x), y = static_cast<std::uint32_t>(under.y);
  const std::uint64_t cell = CellOfPixel(shape, x, y, 0);
  if (ImGui::IsItemHovered()) TipForCell(model, desk, array, cell);
  const bool was_drag = dragged || ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 16;
  if (ImGui::IsItemDeactivated() && !was_drag) ChooseCell(model, selection, {array.object, cell});
}

// --- as cells

struct CellGrid {
  std::uint64_t columns = 1, rows = 1;
  float width = 0, height = 0, label = 0;  // of a cell; of the labels on the left
  bool folded = false;                     // one dimension in rows
};

// Of the values that the array has at any moment of the launch, as far as a sample of them tells: cells keep their
// width, and with it their place, while time goes on.
float WidestValue(const Model& model, const Desk& desk, const ArrayInfo& array) {
  constexpr std::size_t kSample = 256;
  float widest = TextWidth(desk.fonts.code_small, "000");
  const auto look = [&](std::span<const std::uint8_t> bytes) {
    if (array.element == TypeId::kNone || bytes.size() != array.element_size) return;
    const auto number = ReadNumber(model.recording(), array.element, bytes);
    const std::string text =
        number ? number->Text() : FormatValue(model.recording(), array.element, bytes.data(), bytes.size());
    widest = std::max(widest, TextWidth(desk.fonts.code_small, text));
  };
  const auto writes = model.index().WritesTo(array.object);
  const std::size_t stride = std::max<std::size_t>(writes.size() / kSample, 1);
  for (std::size_t i = 0; i < writes.size(); i += stride)
    look(BytesAfter(model.launch(), model.launch().steps[writes[i]]));
  for (const auto* snapshots : {&model.launch().memory_before, &model.launch().memory_after}) {
    const auto found = std::ranges::find(*snapshots, array.object, &Snapshot::object);
    if (found == snapshots->end() || found->bytes.empty()) continue;
    const std::uint64_t step = std::max<std::uint64_t>(array.count / kSample, 1);
    for (std::uint64_t cell = 0; cell < array.count; cell += step) {
      const std::uint64_t offset = cell * array.element_size;
      if (snapshots == &model.launch().memory_before && IsUnwritten(model, array.object, offset, array.element_size, 0))
        continue;
      if (offset + array.element_size <= found->bytes.size())
        look(std::span(found->bytes).subspan(offset, array.element_size));
    }
  }
  return widest;
}

CellGrid LayOutCells(const Model& model, const Desk& desk, const ArrayInfo& array, float room) {
  CellGrid grid{.height = desk.Units(26)};
  const float widest = WidestValue(model, desk, array);
  grid.width = std::min(widest, desk.Units(120)) + desk.Units(12);
  grid.label = TextWidth(desk.fonts.code_small, std::to_string(array.count)) + desk.Units(14);
  grid.folded = array.shape.size() == 1;
  if (!grid.folded) {
    grid.columns = array.shape.back();
    grid.rows = array.count / std::max<std::uint64_t>(grid.columns, 1);
    return grid;
  }
  grid.columns = 64;
  while (grid.columns > 1 && static_cast<float>(grid.columns) * grid.width > room - grid.label) grid.columns /= 2;
  grid.columns = std::min(grid.columns, array.count);
  grid.rows = (array.count + grid.columns - 1) / grid.columns;
  return grid;
}

void DrawCell(const Model& model, const Selection& selection, Desk& desk, const ArrayInfo& array, const Marks& marks,
              std::uint64_t cell, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const CellValue value = ReadCell(model, array, cell);
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
  const std::string text = FitText(desk.fonts.code_small, value.text, area.width() - 4);
  DrawText(draw, desk.fonts.code_small,
           {area.center().x - TextWidth(desk.fonts.code_small, text) / 2,
            area.center().y - desk.fonts.code_small->FontSize / 2},
           ink, text);
  if (mark != marks.by_cell.end()) {
    draw->AddRect(area.min, area.max, MarkColor(desk, mark->second), round, 0,
                  desk.Units(mark->second.done ? 2.0f : 1.2f));
    desk.anchors.elements.push_back({area, mark->second.writes, mark->second.done});
  } else if (selection.cell == Cell{array.object, cell}) {
    draw->AddRect(area.min, area.max, c.chosen, round, 0, desk.Units(2));
  }
  if (IsInFinding(model, selection, array.object, cell * array.element_size, array.element_size)) {
    const float corner = desk.Units(9);
    const ImU32 color = SeverityColor(desk.theme, ChosenFinding(model, selection)->severity);
    // A corner turned red: what the line does with the cell keeps its own colour.
    draw->AddTriangleFilled({area.max.x - corner, area.min.y}, {area.max.x, area.min.y},
                            {area.max.x, area.min.y + corner}, color);
  }
}

// The elements that the chosen thread has just missed, counted on behind the array's end; empty where it missed none,
// or they lie too far off to be drawn beside the array.
struct Outside {
  std::uint64_t first = 0, end = 0;
  bool writes = false;
};

Outside OutsideOf(const Model& model, const Selection& selection, const ArrayInfo& array, const CellGrid& grid) {
  constexpr std::uint64_t kMostRowsAway = 4;
  const auto miss = MissOf(model, model.SlotOf(selection.block, selection.thread));
  if (!miss || miss->object != array.object || miss->offset < 0 || miss->size == 0) return {};
  const auto begin = static_cast<std::uint64_t>(miss->offset);
  const std::uint64_t first = begin / array.element_size, last = (begin + miss->size - 1) / array.element_size;
  if (last < array.count || last >= (grid.rows + kMostRowsAway) * grid.columns) return {};
  return {std::max(first, array.count), last + 1, miss->writes};
}

// A dashed frame where there is no memory of the array's.
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
  if (!ImGui::IsWindowHovered() || !area.Contains(ImGui::GetIO().MousePos)) return;
  BeginTip(desk);
  TipRow(desk, "outside of the array", "", color);
  EndTip();
}

void ScrollToCell(Desk& desk, const Selection& selection, const ArrayInfo& array, const CellGrid& grid) {
  if (!selection.cell || selection.cell->object != array.object || desk.array.scrolled_to == selection.cell) return;
  desk.array.scrolled_to = selection.cell;
  const float top = static_cast<float>(selection.cell->index / grid.columns) * grid.height;
  const float left = static_cast<float>(selection.cell->index % grid.columns) * grid.width;
  const ImVec2 size = ImGui::GetWindowSize();
  if (top < ImGui::GetScrollY() || top > ImGui::GetScrollY() + size.y - 2 * grid.height) {
    ImGui::SetScrollY(std::max(0.0f, top - size.y / 2));
  }
  if (left < ImGui::GetScrollX() || left > ImGui::GetScrollX() + size.x - grid.label - grid.width) {
    ImGui::SetScrollX(std::max(0.0f, left - size.x / 2));
  }
}

std::string RowLabel(const ArrayInfo& array, const CellGrid& grid, std::uint64_t row) {
  if (grid.folded) return std::to_string(row * grid.columns);
  if (array.shape.size() < 3) return std::to_string(row);
  const auto indices = CellIndices(array, row * grid.columns);
  std::string text;
  for (std::size_t i = 0; i + 1 < indices.size(); ++i) text += (i ? "," : "") + std::to_string(indices[i]);
  return text;
}

void DrawCells(const Model& model, Selection& selection, Desk& desk, const ArrayInfo& array, Area canvas) {
  const CellGrid grid = LayOutCells(model, desk, array, canvas.width() - desk.Units(16));
  const Marks marks = MarksOn(model, selection, array);
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::BeginChild("cells", {canvas.width(), canvas.height()}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const Outside outside = OutsideOf(model, selection, array, grid);
  if (outside.end == 0) {
    ScrollToCell(desk, selection, array, grid);
  } else if (desk.array.scrolled_outside != model.position()) {
    ImGui::SetScrollY(static_cast<float>(outside.first / grid.columns) * grid.height - canvas.height() / 2);
    ImGui::SetScrollX(static_cast<float>(outside.first % grid.columns) * grid.width - canvas.width() / 2);
  }
  desk.array.scrolled_outside = outside.end ? std::optional(model.position()) : std::nullopt;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  // Beyond this many rows, floats no longer tell pixels apart.
  const std::uint64_t all_rows = std::max(grid.rows, (outside.end + grid.columns - 1) / grid.columns);
  const auto rows = static_cast<int>(std::min<std::uint64_t>(all_rows, 1'000'000));
  ImGuiListClipper clipper;
  clipper.Begin(rows, grid.height);
  std::optional<Area> wrong;
  const float view_min = ImGui::GetWindowPos().x, view_max = view_min + ImGui::GetWindowWidth();
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto row = static_cast<std::uint64_t>(i);
      const float y = start.y + static_cast<float>(i) * grid.height;
      const float first_x = start.x + grid.label;
      const auto first = static_cast<std::uint64_t>(std::max(0.0f, (view_min - first_x) / grid.width));
      for (std::uint64_t column = first; column < grid.columns; ++column) {
        const std::uint64_t cell = row * grid.columns + column;
        const float x = first_x + static_cast<float>(column) * grid.width;
        if (x > view_max) break;
        const float gap = desk.Units(2);
        const Area area{{x, y}, {x + grid.width - gap, y + grid.height - gap}};
        const Area under_mouse{{x, y}, {x + grid.width, y + grid.height}};
        if (cell >= outside.first && cell < outside.end) DrawOutside(desk, area, outside.writes);
        if (cell >= array.count) continue;
        DrawCell(model, selection, desk, array, marks, cell, area);
        if (ExpectedAt(desk, array, cell)) wrong = area;
        if (!ImGui::IsWindowHovered() || !under_mouse.Contains(ImGui::GetIO().MousePos)) continue;
        TipForCell(model, desk, array, cell);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ChooseCell(model, selection, {array.object, cell});
      }
      if (row >= grid.rows) continue;
      const std::string label = RowLabel(array, grid, row);
      DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
               {start.x + grid.label - desk.Units(10) - TextWidth(desk.fonts.code_small, label),
                y + (grid.height - desk.fonts.code_small->FontSize) / 2 - desk.Units(1)},
               desk.color().faint, label);
    }
  }
  clipper.End();
  if (wrong) DrawExpected(desk, canvas, *wrong, desk.array.expected->value);
  ImGui::SetCursorScreenPos({start.x, start.y + static_cast<float>(rows) * grid.height});
  ImGui::Dummy({grid.label + static_cast<float>(grid.columns) * grid.width, 1});
  ImGui::EndChild();
}

// --- which array

// As a row of names where they have room, else as a menu.
const ArrayInfo& ChooseArray(Selection& selection, Desk& desk, const std::vector<ArrayInfo>& arrays, Area area) {
  std::vector<std::string> names;
  int chosen = -1;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    names.push_back(arrays[i].name);
    if (arrays[i].object == selection.object) chosen = static_cast<int>(i);
  }
  int clicked = std::max(chosen, 0);
  if (ChoiceWidth(desk, names) <= area.width()) {
    clicked = DrawChoice(desk, "array", area.min, names, clicked);
  } else {
    clicked = DrawMenu(desk, "array", area.min, std::min(area.width(), desk.Units(220)), names, clicked);
  }
  if (clicked != chosen) selection.object = arrays[static_cast<std::size_t>(clicked)].object;
  return arrays[static_cast<std::size_t>(clicked)];
}

// --- as which type

// The type in the panel's head opens the choice of others.
void DrawElementMenu(const Model& model, Desk& desk, const ArrayInfo& array, ImVec2 header) {
  const float x = header.x + desk.Units(24) + TextWidth(desk.fonts.strong, "Memory"), height = desk.Units(24);
  const float y = header.y + desk.Units(6), text = TextWidth(desk.fonts.small, ShapeText(array));
  const float end = std::min(x + text + desk.Units(18), ImGui::GetWindowPos().x + ImGui::GetWindowWidth());
  if (end - x < desk.Units(20)) return;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({x - desk.Units(5), y});
  if (ImGui::InvisibleButton("element", {end - x + desk.Units(5), height})) ImGui::OpenPopup("elements");
  const bool hovered = ImGui::IsItemHovered();
  desk.controls["element"] = {{x - desk.Units(5), y}, {end, y + height}};
  const float middle = header.y + desk.Units(19), a = desk.Units(3);
  const ImVec2 tip{x + text + desk.Units(9), middle};
  const ImU32 ink = hovered ? desk.color().text : desk.color().quiet;
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip.x - a, tip.y - a * 0.6f}, {tip.x + a, tip.y - a * 0.6f},
                                                {tip.x, tip.y + a * 0.8f}, ink);
  ImGui::PushFont(desk.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(8), desk.Units(8)});
  if (ImGui::BeginPopup("elements")) {
    const auto chosen = ElementOf(model, array.object);
    const std::string recorded = RecordedElement(model, array.object) + "  as recorded";
    if (ImGui::Selectable(recorded.c_str(), !chosen)) desk.array.view_as = {array.object, std::nullopt};
    ImGui::Separator();
    const auto& names = ElementNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (ImGui::Selectable(names[i].c_str(), chosen == i)) desk.array.view_as = {array.object, i};
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(cursor);
}

}  // namespace

void DrawArrays(const Model& model, Selection& selection, Desk& desk) {
  const auto arrays = ListArrays(model, selection.block);
  if (arrays.empty()) {
    const Area area = DrawHeader(desk, "Memory", "");
    DrawNotice(desk, area, "No arrays", "This launch was recorded without any device or shared memory.");
    return;
  }
  const auto before = std::ranges::find(arrays, selection.object, &ArrayInfo::object);
  const ArrayInfo& shown = before == arrays.end() ? arrays.front() : *before;
  const std::string detail =
      fmt::format("{}     · {} · {}", ShapeText(shown), SizeText(shown.count * shown.element_size),
                  IsLaunchObject(shown.object) ? "shared by the block" : "global");
  const ImVec2 header = ImGui::GetCursorScreenPos();
  const Area area = DrawHeader(desk, "Memory", detail);
  DrawElementMenu(model, desk, shown, header);
  const float pad = desk.Units(14);
  static const std::vector<std::string> kAllWays = {"picture", "cells", "warp"}, kNoPicture = {"cells", "warp"};
  const Area bar{{area.min.x + pad, area.min.y}, {area.max.x - pad, area.min.y + desk.Units(24)}};
  if (desk.array.launch != model.launch_place()) desk.array.source_shapes.clear();
  const float gap = desk.Units(16);
  const float left = DrawShapeMenu(model, desk, shown, {bar.max.x - ChoiceWidth(desk, kAllWays) - gap, bar.min.y});
  const ArrayInfo& chosen = ChooseArray(selection, desk, arrays, {bar.min, {left - gap, bar.max.y}});
  const ArrayInfo array = InShownShape(model, desk, chosen);
  const auto shape = PictureOf(model, array);
  bool as_cells = desk.array.as_cells.value_or(!IsImage(array));
  const std::vector<std::string>& ways = shape ? kAllWays : kNoPicture;
  const int last = static_cast<int>(ways.size()) - 1, shown_way = desk.array.by_warp ? last : shape ? as_cells : 0;
  const int way = DrawChoice(desk, "way", {bar.max.x - ChoiceWidth(desk, ways), bar.min.y}, ways, shown_way);
  desk.array.by_warp = way == last;
  if (way != shown_way && way != last && shape) desk.array.as_cells = as_cells = way == 1;
  if (desk.array.shown != array.object || desk.array.launch != model.launch_place()) {
    const Object* old = model.object(desk.array.shown);
    const auto old_array = old ? DescribeArray(model, desk.array.shown) : std::nullopt;
    // Pictures of the same size keep the place that one has zoomed to, so that they can be compared.
    const auto old_shape = old_array ? PictureOf(model, InShownShape(model, desk, *old_array)) : std::nullopt;
    const bool same = shape && old_shape && shape->width == old_shape->width && shape->height == old_shape->height;
    if (!same || desk.array.launch != model.launch_place()) desk.array.plane = {};
    desk.array.shown = array.object;
    desk.array.launch = model.launch_place();
    desk.array.scrolled_to.reset();
  }
  const Area canvas{{area.min.x + pad, bar.max.y + desk.Units(10)}, {area.max.x - pad, area.max.y - desk.Units(12)}};
  if (canvas.height() < desk.Units(20)) return;
  if (desk.array.by_warp) {
    DrawWarpAccess(model, selection, desk, array, canvas);
  } else if (!array.kept) {
    DrawNotice(desk, canvas, "These bytes were not recorded",
               "They were too many to keep, and no recorded thread used them.");
  } else if (shape && !as_cells) {
    DrawPicture(model, selection, desk, array, *shape, canvas);
  } else {
    DrawCells(model, selection, desk, array, canvas);
  }
}

}  // namespace lockstep::viz
