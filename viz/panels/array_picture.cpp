#include "viz/panels/array_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shared/replay/unwritten.h"
#include "viz/model/picture.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_view.h"
#include "viz/panels/element_marks.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/plane.h"
#include "viz/panels/stops.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

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

namespace {

constexpr float kMaxPixel = 48;

Area PixelArea(const Plane& plane, Area canvas, const replay::Pixel& pixel) {
  const auto x = static_cast<float>(pixel.x), y = static_cast<float>(pixel.y);
  return {OnScreen(plane, canvas, {x, y}), OnScreen(plane, canvas, {x + 1, y + 1})};
}

// Draws a ring around an element that is too small to see, and a frame around a larger one.
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

// Draws a magnifying glass beside the chosen element, to its right and below it if there is room. Returns its area.
std::optional<Area> DrawLens(const Desk& desk, const ArrayView& view, Area canvas, const replay::PictureShape& shape,
                             const replay::Pixel& pixel, ImU32 color) {
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
      if (ink >> 24 == 0) draw->AddLine({a.x, b.y}, {b.x, a.y}, desk.color().mark);
    }
  }
  constexpr int kMiddle = kAcross / 2;
  const float mid = cell * kMiddle;
  draw->AddRect({min.x + mid - 1.5f, min.y + mid - 1.5f}, {min.x + mid + cell + 0.5f, min.y + mid + cell + 0.5f}, color,
                desk.Units(1), 0, desk.Units(2));
  return Area{min, max};
}

// A legend for the colours besides black, grey and white, and for the values of black and white. Returns its height, 0
// if none is needed. It is the same at every moment, so that the picture keeps its place.
float DrawPictureLegend(const replay::Model& model, const Desk& desk, const replay::ArrayInfo& array, Area canvas) {
  const bool floating = array.value_size() != 1, unwritten = replay::BeginsUnwritten(model, array.object);
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
    const Picture& picture = desk.Of<ArrayView>().picture;
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

}  // namespace

void DrawPicture(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                 const replay::PictureShape& shape, Area canvas) {
  ArrayView& view = desk.Of<ArrayView>();
  const PictureInks inks{.background = desk.color().panel, .not_finite = desk.color().not_finite};
  const auto rows = view.picture.Update(model, array, shape, inks, view.blocks_shown.value_or(Picture::kAllBlocks));
  view.texture.Update(view.picture.rgba(), shape.width, shape.height, rows.first, rows.last);
  if (canvas.height() > desk.Units(120)) canvas.max.y -= DrawPictureLegend(model, desk, array, canvas);
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::InvisibleButton("picture", {canvas.width(), canvas.height()});
  if (const Arrows by = ReachWithArrows(desk, "picture by keys", canvas)) {
    const bool has_cell = selection.cell && selection.cell->object == array.object;
    const replay::Pixel at = replay::PixelOfCell(shape, has_cell ? selection.cell->index : 0);
    const auto x = static_cast<std::uint32_t>(Moved(at.x, by.x, shape.width));
    const auto y = static_cast<std::uint32_t>(Moved(at.y, by.y, shape.height));
    ChooseCellIn(model, selection, desk, array, replay::CellOfPixel(shape, x, y, at.channel));
  }
  const auto w = static_cast<float>(shape.width), h = static_cast<float>(shape.height);
  const bool dragged = MovePlane(view.plane, canvas, w, h, desk.Units(kMaxPixel));
  view.texture.SetFilter(view.plane.zoom < 1 ? Texture::Filter::kSmooth : Texture::Filter::kSharp);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(canvas.min, canvas.max, true);
  const Area picture{OnScreen(view.plane, canvas, {0, 0}), OnScreen(view.plane, canvas, {w, h})};
  const bool is_as_at_end = !view.blocks_shown && view.has_strangers;
  if (is_as_at_end || replay::BeginsUnwritten(model, array.object)) DrawHatching(desk, picture, canvas);
  draw->AddImage(view.texture.id(), picture.min, picture.max);
  draw->PopClipRect();
  const float rim = desk.Units(8);  // room for the mark of an element at the edge
  draw->PushClipRect({canvas.min.x - rim, canvas.min.y - rim}, {canvas.max.x + rim, canvas.max.y + rim}, true);
  for (const std::uint64_t cell : CellsWithStops(model, selection, desk, array)) {
    const Area pixel = PixelArea(view.plane, canvas, replay::PixelOfCell(shape, cell));
    if (canvas.Contains(pixel.min)) DrawStopOnCell(desk, pixel);
  }
  const Marks marks = MarksOn(model, selection, array);
  for (const auto& [cell, touch] : marks.by_cell) {
    const Area pixel = PixelArea(view.plane, canvas, replay::PixelOfCell(shape, cell));
    const Area mark = DrawPixelMark(desk, pixel, MarkColor(desk, touch), touch.done);
    if (canvas.Contains(mark.center())) desk.anchors.elements.push_back({mark, touch.writes, touch.done});
  }
  if (selection.cell && selection.cell->object == array.object && selection.cell->index < array.count) {
    const replay::Pixel pixel = replay::PixelOfCell(shape, selection.cell->index);
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
  const std::uint64_t cell = replay::CellOfPixel(shape, x, y, 0);
  if (ImGui::IsItemHovered()) TipForCell(model, desk, array, cell);
  const bool was_drag = dragged || ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 16;
  if (ImGui::IsItemDeactivated() && !was_drag) ChooseCellIn(model, selection, desk, array, cell);
}

}  // namespace lockstep::viz
