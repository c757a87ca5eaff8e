#include "viz/panels/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "shared/replay/arrays.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/bar.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

constexpr std::array kPanes = {Pane::kA, Pane::kB, Pane::kDifference};
constexpr float kMaxPixel = 48;

ImU32 ColorOf(const Desk& desk, report::Outcome outcome) {
  switch (outcome) {
    case report::Outcome::kEqual: return desk.color().read;
    case report::Outcome::kClose: return desk.color().write;
    default: return desk.color().fault;
  }
}

ImU32 ColorOf(const Desk& desk, Apart apart) {
  return apart == Apart::kWithin   ? desk.color().write
         : apart == Apart::kBeyond ? desk.color().fault
                                   : desk.color().raised;
}

// Of a difference beyond the tolerance, by its magnitude.
ImU32 ColorOf(const Desk& desk, double magnitude) {
  return Blend(Blend(desk.color().raised, desk.color().fault, 0.35f), desk.color().fault,
               static_cast<float>(magnitude));
}

std::string NameOf(const report::PairResult& pair) {
  return pair.name.empty() ? fmt::format("array {}", pair.number) : pair.name;
}

void DrawPair(const SideBySide& sides, Desk& desk, std::uint32_t index, Area panel) {
  const Palette& c = desk.color();
  const report::PairResult& pair = sides.result.pairs[index];
  const bool chosen = index == desk.Of<SidesView>().choice.pair;
  const float margin = desk.Units(10), pad = desk.Units(12), top = ImGui::GetCursorScreenPos().y;
  const float left = panel.min.x + margin, right = panel.max.x - margin;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->ChannelsSplit(2);
  draw->ChannelsSetCurrent(1);
  TextSetter setter(desk, left + desk.Units(32), right - pad);
  setter.SetY(top + pad);
  const ImVec2 dot{left + desk.Units(17), setter.y() + desk.fonts.text->FontSize * 0.55f};
  draw->AddCircleFilled(dot, desk.Units(4.5f), ColorOf(desk, pair.outcome), 20);
  setter.Runs({{.text = NameOf(pair)}}, desk.fonts.code_strong, c.text, desk.Units(21));
  setter.Runs({{.text = report::FormatType(pair)}}, desk.fonts.small, c.quiet, desk.Units(18));
  setter.Gap(desk.Units(2));
  setter.Runs({{.text = report::FormatVerdict(pair)}}, desk.fonts.text,
              pair.outcome == report::Outcome::kEqual ? c.quiet : c.text, desk.Units(20));
  const Area card{{left, top}, {right, setter.y() + pad - desk.Units(4)}};
  draw->ChannelsSetCurrent(0);
  if (chosen) {
    draw->AddRectFilled(card.min, card.max, c.chosen_soft, desk.Units(8));
    draw->AddRectFilled(card.min, {card.min.x + desk.Units(3), card.max.y}, c.chosen, desk.Units(2));
  } else if (IsHovered(card)) {
    draw->AddRectFilled(card.min, card.max, WithAlpha(c.raised, 0.7f), desk.Units(8));
  }
  draw->ChannelsMerge();
  desk.Of<SidesView>().cards.push_back(card);
  const bool pressed = Reach(desk, fmt::format("pair {}", index), card, chosen);
  if (!chosen && (pressed || (IsHovered(card) && ImGui::IsMouseClicked(ImGuiMouseButton_Left))))
    ChoosePair(sides, desk.Of<SidesView>().choice, index);
  ImGui::SetCursorScreenPos({panel.min.x, card.max.y + desk.Units(4)});
}

const Histogram& HistogramOfChoice(const SideBySide& sides, SidesView& view) {
  if (!view.histogram || view.histogram->first != view.choice.pair)
    view.histogram = {view.choice.pair, HistogramOf(sides, view.choice.pair)};
  return view.histogram->second;
}

// --- the panes

std::array<Area, 3> PanesOf(const Desk& desk, Area area) {
  const float gap = desk.Units(14), width = std::floor((area.width() - 2 * gap) / 3);
  std::array<Area, 3> panes;
  for (std::size_t i = 0; i < 3; ++i) {
    const float left = area.min.x + static_cast<float>(i) * (width + gap);
    panes[i] = {{left, area.min.y}, {left + width, area.max.y}};
  }
  return panes;
}

std::string TitleOf(const SideBySide& sides, Pane pane) {
  return pane == Pane::kA ? sides.result.a : pane == Pane::kB ? sides.result.b : "difference";
}

// The chosen cell as text: its place, and its value on both sides.
void DrawChosenCell(const SideBySide& sides, const Desk& desk, const report::PairResult& pair, ImVec2 at, float room) {
  const std::uint32_t index = desk.Of<SidesView>().choice.pair;
  const report::CellDifference both =
      report::CompareCell(pair, sides.a.captures[index], sides.b.captures[index], desk.Of<SidesView>().choice.cell);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const float y = at.y + (desk.Units(24) - desk.fonts.code->FontSize) / 2;
  const std::string where = report::FormatIndex(both.cell, pair.shape),
                    difference = DifferenceText(pair, both.difference);
  float x = at.x + DrawText(draw, desk.fonts.code, {at.x, y}, c.chosen, where) + desk.Units(14);
  const std::string values = difference.empty() ? both.a : fmt::format("{}  |  {}", both.a, both.b);
  const std::string fitting = FitText(desk.fonts.code, values, std::max(at.x + room - x, 0.0f));
  x += DrawText(draw, desk.fonts.code, {x, y}, c.text, fitting) + desk.Units(14);
  if (x + TextWidth(desk.fonts.code, difference) < at.x + room)
    DrawText(draw, desk.fonts.code, {x, y}, ColorOf(desk, ApartOf(sides, pair, both.difference)), difference);
}

void TipFor(const SideBySide& sides, const Desk& desk, const report::PairResult& pair, std::uint64_t cell) {
  const std::uint32_t index = desk.Of<SidesView>().choice.pair;
  const report::CellDifference both = report::CompareCell(pair, sides.a.captures[index], sides.b.captures[index], cell);
  BeginTip(desk);
  ImGui::PushFont(desk.fonts.code_strong);
  ImGui::TextUnformatted((NameOf(pair) + report::FormatIndex(cell, pair.shape)).c_str());
  ImGui::PopFont();
  TipRow(desk, sides.result.a, both.a);
  TipRow(desk, sides.result.b, both.b);
  const std::string difference = DifferenceText(pair, both.difference);
  TipRow(desk, "difference", difference.empty() ? "none" : difference,
         difference.empty() ? 0 : ColorOf(desk, ApartOf(sides, pair, both.difference)));
  EndTip();
}

// The menu of shapes for an array that is flat, or was flat before the user reshaped it.
float DrawShapeOf(const SideBySide& sides, Desk& desk, report::PairResult& pair, ImVec2 right) {
  SidesView& view = desk.Of<SidesView>();
  const std::uint32_t at = view.choice.pair;
  const bool was_flat = sides.a.captures[at].shape.size() == 1 && sides.b.captures[at].shape.size() == 1;
  if (was_flat || pair.shape.size() == 1) view.flat.insert(pair.number);
  if (!view.flat.contains(pair.number)) return right.x;
  std::vector<Shape> shapes = Rectangles(pair.cells);
  shapes.insert(shapes.begin(), {pair.cells});
  const Shape before = pair.shape;
  const float left = DrawShapes(desk, shapes, pair.shape, right);
  if (pair.shape != before) view.drawn_pair.reset(), view.scrolled_to.reset();
  return left;
}

// --- as pictures

void DrawPictures(const SideBySide& sides, Desk& desk, const report::PairResult& pair,
                  const replay::PictureShape& shape, const std::array<Area, 3>& panes) {
  SidesView& view = desk.Of<SidesView>();
  const bool same = view.drawn_pair == view.choice.pair && view.drawn_theme == desk.theme.kind &&
                    view.drawn_tolerance == sides.tolerance;
  if (!same) {
    const Palette& c = desk.color();
    const DifferenceColors colors{c.raised, c.write, ColorOf(desk, 0.0), ColorOf(desk, 1.0), c.not_finite};
    for (const Pane pane : kPanes) {
      const auto pixels = PicturePixels(sides, view.choice.pair, pane, colors);
      view.textures[static_cast<std::size_t>(pane)].Update(pixels, shape.width, shape.height, 0, shape.height);
    }
    if (view.drawn_pair != view.choice.pair) view.plane = {};
    view.drawn_pair = view.choice.pair;
    view.drawn_theme = desk.theme.kind;
    view.drawn_tolerance = sides.tolerance;
  }
  const auto w = static_cast<float>(shape.width), h = static_cast<float>(shape.height);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::optional<std::uint64_t> hovered;
  for (const Pane pane : kPanes) {
    const Area canvas = panes[static_cast<std::size_t>(pane)];
    ImGui::SetCursorScreenPos(canvas.min);
    ImGui::PushID(static_cast<int>(pane));
    ImGui::InvisibleButton("picture", {std::max(canvas.width(), 1.0f), std::max(canvas.height(), 1.0f)});
    FitPlane(view.plane, canvas, w, h, desk.Units(kMaxPixel));
    const bool dragged = MovePlane(view.plane, canvas, w, h, desk.Units(kMaxPixel));
    if (ImGui::IsItemHovered()) {
      const ImVec2 at = OnPlane(view.plane, canvas, ImGui::GetIO().MousePos);
      if (at.x >= 0 && at.y >= 0 && at.x < w && at.y < h)
        hovered = replay::CellOfPixel(shape, static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y), 0);
    }
    const bool was_drag = dragged || ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 16;
    if (hovered && ImGui::IsItemDeactivated() && !was_drag) view.choice.cell = *hovered;
    ImGui::PopID();
  }
  const replay::Pixel chosen = replay::PixelOfCell(shape, view.choice.cell);
  for (const Pane pane : kPanes) {
    const Area canvas = panes[static_cast<std::size_t>(pane)];
    draw->PushClipRect(canvas.min, canvas.max, true);
    Texture& texture = view.textures[static_cast<std::size_t>(pane)];
    texture.SetFilter(view.plane.zoom >= 1 ? Texture::Filter::kSharp : Texture::Filter::kSmooth);
    draw->AddImage(texture.id(), OnScreen(view.plane, canvas, {0, 0}), OnScreen(view.plane, canvas, {w, h}));
    const auto x = static_cast<float>(chosen.x), y = static_cast<float>(chosen.y);
    ImVec2 min = OnScreen(view.plane, canvas, {x, y}), max = OnScreen(view.plane, canvas, {x + 1, y + 1});
    // A pixel that is too small to see gets a frame around it.
    const float grow = std::max(0.0f, (desk.Units(9) - (max.x - min.x)) / 2);
    min.x -= grow, min.y -= grow, max.x += grow, max.y += grow;
    draw->AddRect(min, max, desk.color().chosen, desk.Units(2), 0, desk.Units(2));
    draw->PopClipRect();
  }
  if (hovered) TipFor(sides, desk, pair, *hovered);
}

// --- as cells

struct Table {
  std::uint64_t columns = 1, rows = 1;
  float width = 0, height = 0, label = 0;
};

Table LayOut(const SideBySide& sides, const Desk& desk, const report::PairResult& pair, float room) {
  const std::uint32_t index = desk.Of<SidesView>().choice.pair;
  Table table{.height = desk.Units(26)};
  float widest = TextWidth(desk.fonts.code_small, "000");
  // Wide enough for the values at the start, and for those at the differences.
  for (const std::uint64_t first : {std::uint64_t{0}, pair.first.cell, pair.largest.cell}) {
    for (std::uint64_t cell = first; cell < std::min(pair.cells, first + 64); ++cell) {
      const report::CellDifference both =
          report::CompareCell(pair, sides.a.captures[index], sides.b.captures[index], cell);
      for (const std::string& text : {both.a, both.b, DifferenceText(pair, both.difference)})
        widest = std::max(widest, TextWidth(desk.fonts.code_small, text));
    }
  }
  table.width = std::min(widest, desk.Units(120)) + desk.Units(12);
  table.label = TextWidth(desk.fonts.code_small, std::to_string(pair.cells)) + desk.Units(14);
  if (pair.shape.size() > 1) {
    table.columns = std::max<std::uint64_t>(pair.shape.back(), 1);
  } else {
    table.columns = 64;
    while (table.columns > 1 && static_cast<float>(table.columns) * table.width > room - table.label)
      table.columns /= 2;
  }
  table.columns = std::clamp<std::uint64_t>(table.columns, 1, pair.cells);
  table.rows = (pair.cells + table.columns - 1) / table.columns;
  return table;
}

void DrawOne(const SideBySide& sides, Desk& desk, const report::PairResult& pair, const report::CellDifference& both,
             Pane pane, Area area) {
  const Palette& c = desk.color();
  const Apart apart = ApartOf(sides, pair, both.difference);
  const bool is_difference = pane == Pane::kDifference;
  ImU32 back = apart == Apart::kNot ? c.raised : Blend(c.panel, ColorOf(desk, apart), is_difference ? 0.55f : 0.22f);
  if (is_difference && apart == Apart::kNot) back = Blend(c.panel, c.raised, 0.5f);
  if (is_difference && both.difference == report::kNotANumber)
    back = Blend(c.panel, c.not_finite, 0.6f);
  else if (is_difference && apart == Apart::kBeyond)
    back = Blend(
        c.panel, c.fault,
        0.2f + 0.5f * static_cast<float>(HistogramOfChoice(sides, desk.Of<SidesView>()).Magnitude(both.difference)));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(area.min, area.max, back, desk.Units(3));
  const std::string whole = is_difference ? DifferenceText(pair, both.difference) : pane == Pane::kA ? both.a : both.b;
  const std::string text = FitText(desk.fonts.code_small, whole, area.width() - 4);
  DrawText(draw, desk.fonts.code_small,
           {area.center().x - TextWidth(desk.fonts.code_small, text) / 2,
            area.center().y - desk.fonts.code_small->FontSize / 2},
           c.text, text);
  if (both.cell == desk.Of<SidesView>().choice.cell)
    draw->AddRect(area.min, area.max, c.chosen, desk.Units(3), 0, desk.Units(2));
}

void ScrollToChoice(Desk& desk, const Table& table) {
  SidesView& view = desk.Of<SidesView>();
  const std::pair now{view.choice.pair, view.choice.cell};
  if (view.scrolled_to == now) return;
  view.scrolled_to = now;
  const ImVec2 size = ImGui::GetWindowSize();
  const std::uint64_t row = view.choice.cell / table.columns;
  const float top = static_cast<float>(row) * table.height;
  const float left = static_cast<float>(view.choice.cell % table.columns) * table.width;
  if (top < ImGui::GetScrollY() || top > ImGui::GetScrollY() + size.y - 2 * table.height)
    ImGui::SetScrollY(std::max(0.0f, top - size.y / 2));
  const float room = size.x / 3 - table.label - table.width;
  if (left < ImGui::GetScrollX() || left > ImGui::GetScrollX() + room)
    ImGui::SetScrollX(std::max(0.0f, left - room / 2));
}

void DrawTables(const SideBySide& sides, Desk& desk, const report::PairResult& pair, Area area,
                const std::array<Area, 3>& panes) {
  const Table table = LayOut(sides, desk, pair, panes[0].width());
  const std::uint32_t index = desk.Of<SidesView>().choice.pair;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("cells", {area.width(), area.height()}, false, ImGuiWindowFlags_HorizontalScrollbar);
  ScrollToChoice(desk, table);
  const float scroll_x = ImGui::GetScrollX(), scroll_y = ImGui::GetScrollY(), gap = desk.Units(2);
  const auto visible = static_cast<std::uint64_t>(area.height() / table.height) + 2;
  const auto first_row = static_cast<std::uint64_t>(scroll_y / table.height);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  std::optional<std::uint64_t> hovered;
  for (std::uint64_t row = first_row; row < std::min(table.rows, first_row + visible); ++row) {
    const float y = area.min.y + static_cast<float>(row) * table.height - scroll_y;
    for (const Pane pane : kPanes) {
      const Area canvas = panes[static_cast<std::size_t>(pane)];
      const float first_x = canvas.min.x + table.label;
      const std::string label = std::to_string(pair.shape.size() > 1 ? row : row * table.columns);
      DrawText(draw, desk.fonts.code_small,
               {first_x - desk.Units(10) - TextWidth(desk.fonts.code_small, label),
                y + (table.height - desk.fonts.code_small->FontSize) / 2 - desk.Units(1)},
               desk.color().faint, label);
      draw->PushClipRect({first_x, area.min.y}, {canvas.max.x, area.max.y}, true);
      for (auto column = static_cast<std::uint64_t>(scroll_x / table.width); column < table.columns; ++column) {
        const std::uint64_t cell = row * table.columns + column;
        const float x = first_x + static_cast<float>(column) * table.width - scroll_x;
        if (cell >= pair.cells || x > canvas.max.x) break;
        const Area place{{x, y}, {x + table.width - gap, y + table.height - gap}};
        DrawOne(sides, desk, pair, report::CompareCell(pair, sides.a.captures[index], sides.b.captures[index], cell),
                pane, place);
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (IsHovered(place) && mouse.x >= first_x && mouse.x < canvas.max.x) hovered = cell;
      }
      draw->PopClipRect();
    }
  }
  if (hovered) {
    TipFor(sides, desk, pair, *hovered);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) desk.Of<SidesView>().choice.cell = *hovered;
  }
  // As wide and as high as all cells of one pane, plus the other two.
  const float whole = static_cast<float>(table.columns) * table.width + table.label;
  const float wide = area.width() - desk.Units(16) + std::max(0.0f, whole - panes[0].width());
  ImGui::SetCursorPos({0, 0});
  ImGui::Dummy({wide, static_cast<float>(table.rows) * table.height});
  ImGui::EndChild();
}

// --- the histogram

float HeightOfHistogram(const Desk& desk, const report::PairResult& pair) {
  return pair.different > 0 && pair.element != report::ElementKind::kBytes ? desk.Units(78) : 0;
}

// How many bins, without that of the equal cells, are within the tolerance.
unsigned BinsWithin(std::uint64_t tolerance) {
  const auto bin = static_cast<unsigned>(std::bit_width(tolerance));
  return LargestOfBin(bin) <= tolerance ? bin : bin - 1;
}

void DragTolerance(SideBySide& sides, Desk& desk, const report::PairResult& pair, const Histogram& histogram, Area bars,
                   float width) {
  ImGui::SetCursorScreenPos(bars.min);
  ImGui::InvisibleButton("tolerance", {bars.width(), bars.height()});
  const float at = (ImGui::GetIO().MousePos.x - bars.min.x) / width;
  const auto last = static_cast<float>(std::max(histogram.used(), 2u) - 1);
  if (ImGui::IsItemActive()) {
    const std::uint64_t tolerance = LargestOfBin(static_cast<unsigned>(std::lround(std::clamp(at, 0.0f, last))));
    if (tolerance != sides.tolerance) SetTolerance(sides, tolerance);
  } else if (ImGui::IsItemHovered() && at >= 0 && at < last) {
    const auto bin = static_cast<unsigned>(at) + 1;
    BeginTip(desk);
    TipRow(desk, TextOfBin(pair, bin), fmt::format("{} cells", histogram.cells[bin]));
    TipRow(desk, "drag", "sets the tolerance");
    EndTip();
  }
}

// How many cells differ by how much, on logarithmic scales, and the tolerance, which the mouse drags.
void DrawHistogram(SideBySide& sides, Desk& desk, const report::PairResult& pair, Area area) {
  const Histogram& histogram = HistogramOfChoice(sides, desk.Of<SidesView>());
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const unsigned bins = std::max(histogram.used(), 2u) - 1;
  const float width = std::min(area.width() / static_cast<float>(bins + 2), desk.Units(44));
  const Area bars{{area.min.x, area.min.y + desk.Units(22)},
                  {area.min.x + width * static_cast<float>(bins), area.max.y - desk.Units(18)}};
  desk.Of<SidesView>().bins = bars;
  const std::uint64_t most = std::max(*std::max_element(histogram.cells.begin() + 1, histogram.cells.end()),
                                      std::max<std::uint64_t>(histogram.not_a_number, 1));
  const auto draw_bar = [&](unsigned place, std::uint64_t cells, ImU32 color, const std::string& label) {
    const float x = bars.min.x + width * static_cast<float>(place);
    const float share =
        static_cast<float>(std::log2(1.0 + static_cast<double>(cells)) / std::log2(1.0 + static_cast<double>(most)));
    const float high = cells > 0 ? std::max(bars.height() * share, desk.Units(2)) : 0;
    draw->AddRectFilled({x + desk.Units(1), bars.max.y - high}, {x + width - desk.Units(1), bars.max.y}, color,
                        desk.Units(2));
    if (TextWidth(desk.fonts.code_small, label) < width)
      DrawText(draw, desk.fonts.code_small, {x + desk.Units(2), bars.max.y + desk.Units(2)}, c.faint, label);
  };
  for (unsigned bin = 1; bin <= bins; ++bin) {
    const std::uint64_t largest = LargestOfBin(bin);
    const Apart apart = ApartOf(sides, pair, largest);
    const std::uint64_t first = largest / 2 + 1;
    draw_bar(
        bin - 1, histogram.cells[bin],
        apart == Apart::kWithin ? c.write : ColorOf(desk, histogram.Magnitude(std::min(largest, histogram.largest))),
        first < 10'000 ? std::to_string(first) : fmt::format("2^{}", bin - 1));
  }
  if (histogram.not_a_number > 0) draw_bar(bins + 1, histogram.not_a_number, c.not_finite, "NaN");
  draw->AddLine({bars.min.x, bars.max.y}, {bars.max.x, bars.max.y}, c.line, desk.Units(1));
  const float edge = bars.min.x + width * static_cast<float>(std::min(BinsWithin(sides.tolerance), bins));
  draw->AddRectFilled({edge - desk.Units(1), bars.min.y - desk.Units(3)}, {edge + desk.Units(1), bars.max.y}, c.text);
  draw->AddCircleFilled({edge, bars.min.y - desk.Units(3)}, desk.Units(4), c.text, 16);
  const std::string tolerance = sides.tolerance == 0 ? "none" : report::FormatAmount(pair, sides.tolerance);
  DrawText(draw, desk.fonts.small, {area.min.x, area.min.y}, c.quiet,
           FitText(desk.fonts.small, "cells by difference     tolerance: " + tolerance, area.width()));
  DragTolerance(sides, desk, pair, histogram, bars, width);
}

}  // namespace

void DrawSidesBar(const SideBySide& sides, Desk& desk) {
  const Area area = Canvas();
  const float pad = desk.Units(14), middle = area.min.y + area.height() / 2, switches = desk.Units(72);
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  float x = area.min.x + pad;
  const ImU32 color = ColorOf(desk, sides.result.Same() ? report::Outcome::kEqual : report::Outcome::kDifferent);
  draw->AddRectFilled({x, middle - desk.Units(7)}, {x + desk.Units(14), middle + desk.Units(7)}, color, desk.Units(3));
  x += desk.Units(24);
  const float title_y = middle - desk.fonts.title->FontSize / 2;
  const std::string who = fmt::format("{} · {}", sides.result.a, sides.result.b);
  x += DrawText(draw, desk.fonts.title, {x, title_y}, c.text, who) + desk.Units(12);
  const float room = std::max(area.max.x - pad - switches - desk.Units(12) - x, 0.0f);
  DrawText(draw, desk.fonts.title, {x, title_y}, c.quiet,
           FitText(desk.fonts.title, report::FormatSummary(sides.result), room));
  DrawSwitches(desk, area.max.x - pad, middle);
}

void DrawPairs(const SideBySide& sides, Desk& desk) {
  Area area = DrawHeader(desk, "Arrays", "");
  const float pad = desk.Units(14), line = desk.Units(18);
  // In one row if there is room for it.
  static constexpr std::array<std::string_view, 2> kKeys = {"N P  arrays     →←  differing cells",
                                                            "V  picture     + -  tolerance"};
  const float between = desk.Units(18);
  const float first = TextWidth(desk.fonts.small, kKeys[0]), second = TextWidth(desk.fonts.small, kKeys[1]);
  const bool is_one = first + between + second <= area.width() - 2 * pad;
  const float foot = desk.Units(34) + (is_one ? 0 : line);
  ImVec2 at{area.min.x + pad, area.max.y - foot + (desk.Units(34) - desk.fonts.small->FontSize) / 2};
  for (const std::string_view keys : kKeys) {
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, at, desk.color().faint,
             FitText(desk.fonts.small, keys, area.width() - 2 * pad));
    at = is_one ? ImVec2{at.x + first + between, at.y} : ImVec2{at.x, at.y + line};
  }
  area.max.y -= foot;
  desk.Of<SidesView>().cards.clear();
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("list", {area.width(), std::max(area.height(), 1.0f)});
  for (std::uint32_t i = 0; i < sides.result.pairs.size(); ++i) DrawPair(sides, desk, i, area);
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

void DrawPanes(SideBySide& sides, Desk& desk) {
  SidesView& view = desk.Of<SidesView>();
  if (view.choice.pair >= sides.result.pairs.size()) {
    DrawNotice(desk, Canvas(), "Nothing to compare", "Neither side copied anything back from the device.");
    return;
  }
  report::PairResult& pair = sides.result.pairs[view.choice.pair];
  const Area area =
      DrawHeader(desk, NameOf(pair), fmt::format("{} · {}", report::FormatType(pair), report::FormatVerdict(pair)));
  if (!HasCells(sides, view.choice.pair)) {
    DrawNotice(desk, area, "These cannot be shown side by side", pair.why);
    return;
  }
  const float pad = desk.Units(14), bar_end = area.min.y + desk.Units(34);
  static const std::vector<std::string> kWays = {"picture", "cells"};
  const ImVec2 right{area.max.x - pad, area.min.y};
  const float ways_left = right.x - ChoiceWidth(desk, kWays), gap = desk.Units(16);
  const float menu_left = DrawShapeOf(sides, desk, pair, {ways_left - gap, right.y});
  const auto shape = PictureOf(pair);
  bool as_cells = view.as_cells.value_or(!IsImage(pair));
  if (shape) {
    const int way = DrawChoice(desk, "way", {ways_left, right.y}, kWays, as_cells);
    if (way != as_cells) view.as_cells = as_cells = way == 1;
  }
  DrawChosenCell(sides, desk, pair, {area.min.x + pad, area.min.y}, menu_left - gap - area.min.x - pad);
  const float foot = HeightOfHistogram(desk, pair);
  const Area panes_area{{area.min.x + pad, bar_end}, {area.max.x - pad, area.max.y - desk.Units(12) - foot}};
  if (foot > 0)
    DrawHistogram(sides, desk, pair,
                  {{panes_area.min.x, panes_area.max.y + desk.Units(8)}, {panes_area.max.x, area.max.y}});
  const std::array<Area, 3> titles = PanesOf(desk, panes_area);
  for (const Pane pane : kPanes) {
    const Area title = titles[static_cast<std::size_t>(pane)];
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.strong, title.min, desk.color().text,
             FitText(desk.fonts.strong, TitleOf(sides, pane), title.width()));
  }
  const Area canvas{{panes_area.min.x, panes_area.min.y + desk.Units(28)}, panes_area.max};
  if (canvas.height() < desk.Units(20) || canvas.width() < desk.Units(60)) return;
  const std::array<Area, 3> panes = PanesOf(desk, canvas);
  if (shape && !as_cells)
    DrawPictures(sides, desk, pair, *shape, panes);
  else
    DrawTables(sides, desk, pair, canvas, panes);
}

namespace {

void ShowAsPictureOrCells(View& view, std::size_t) {
  const SideBySide& sides = *view.sides;
  const std::uint32_t pair = view.desk.Of<SidesView>().choice.pair;
  std::optional<bool>& as_cells = view.desk.Of<SidesView>().as_cells;
  if (pair < sides.result.pairs.size()) as_cells = !as_cells.value_or(!IsImage(sides.result.pairs[pair]));
}

void ChangeTolerance(View& view, std::size_t which) {
  SideBySide& sides = *view.sides;
  const unsigned bins = BinsWithin(sides.tolerance);
  if (which == 0 && bins + 1 < Histogram::kBins) SetTolerance(sides, LargestOfBin(bins + 1));
  if (which == 1) SetTolerance(sides, LargestOfBin(std::max(bins, 1u) - 1));
}

void ChoosePairBy(View& view, std::int64_t by) {
  SideChoice& choice = view.desk.Of<SidesView>().choice;
  ChoosePair(*view.sides, choice, std::int64_t{choice.pair} + by);
}

}  // namespace

const Panel kSidesBar{.name = "bar",
                      .place = PanelPlace::kTop,
                      .group = "Window",
                      .draw = [](View& v, Area) { DrawSidesBar(*v.sides, v.desk); },
                      .needs_model = false};
const Panel kSidesPairs{.name = "pairs",
                        .place = PanelPlace::kRail,
                        .group = "Place",
                        .draw = [](View& v, Area) { DrawPairs(*v.sides, v.desk); },
                        .keys = {{{"X"}, "the next array", [](View& v, std::size_t) { ChoosePairBy(v, 1); }},
                                 {{"N", "P"},
                                  "the next array, the previous one",
                                  [](View& v, std::size_t which) { ChoosePairBy(v, which == 0 ? 1 : -1); }}},
                        .needs_model = false,
                        .width = &Desk::findings_width};
const Panel kSidesPanes{.name = "panes",
                        .place = PanelPlace::kMain,
                        .group = "Place",
                        .draw = [](View& v, Area) { DrawPanes(*v.sides, v.desk); },
                        .keys = {{{"→", "←"},
                                  "the next cell that differs, the previous one",
                                  [](View& v, std::size_t which) {
                                    ChooseDifference(*v.sides, v.desk.Of<SidesView>().choice, which == 0 ? 1 : -1);
                                  }},
                                 {{"V"}, "array as a picture or as cells", ShowAsPictureOrCells},
                                 {{"+", "-"}, "more tolerance, less", ChangeTolerance},
                                 {{"Wheel", "drag"}, "zoom and move all three pictures"},
                                 {{"Click"}, "an array or a cell"}},
                        .needs_model = false,
                        .release =
                            [](Desk& desk) {
                              for (Texture& texture : desk.Of<SidesView>().textures) texture.Release();
                            }};

}  // namespace lockstep::viz
