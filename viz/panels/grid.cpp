#include "viz/panels/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "shared/replay/choose.h"
#include "shared/replay/findings.h"
#include "shared/replay/thread_state.h"
#include "shared/replay/thread_values.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"
#include "viz/model/slices.h"
#include "viz/model/thread_layout.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/plane.h"
#include "viz/panels/texture.h"
#include "viz/panels/thread_colors.h"
#include "viz/panels/thread_marks.h"
#include "viz/panels/threads_beside.h"

namespace lockstep::viz {
namespace {

constexpr float kMaxZoom = 40;  // device-independent pixels for each thread

// --- the map of the grid

// Paints every pixel of the map: the cost depends on the pixels, not on the number of threads.
void PaintMap(const replay::Model& model, Desk& desk, const GridLayout& layout, std::uint32_t width,
              std::uint32_t height) {
  GridView& view = desk.Of<GridView>();
  const auto columns = Slices(width, view.plane.origin.x, view.plane.zoom, layout.block_width(), layout.gap());
  const auto rows = Slices(height, view.plane.origin.y, view.plane.zoom, layout.block_height(), layout.gap());
  const ImU32 back = desk.color().panel, idle = desk.color().idle;
  view.pixels.assign(std::size_t{width} * height, back);
  const std::uint32_t threads = model.index().threads_per_block();
  for (std::uint32_t y = 0; y < height; ++y) {
    if (rows[y].gap) continue;
    std::uint64_t known_column = ~std::uint64_t{0};
    std::optional<trace::Dim3> block;
    std::optional<std::uint32_t> slot;
    for (std::uint32_t x = 0; x < width; ++x) {
      if (columns[x].gap) continue;
      if (columns[x].block != known_column) {
        known_column = columns[x].block;
        block = layout.blocks().IndexAt({known_column, rows[y].block});
        slot = block ? model.BlockSlot(*block) : std::nullopt;
      }
      if (!block) continue;
      const auto thread = layout.threads().IndexAt({columns[x].thread, rows[y].thread});
      if (!thread) continue;
      ImU32& pixel = view.pixels[std::size_t{y} * width + x];
      pixel = idle;
      if (!slot || threads == 0) continue;
      pixel = desk.Of<ThreadColors>().by_slot[*slot * threads + trace::LinearIndex(*thread, model.launch().block)];
    }
  }
}

Area BlockArea(const Plane& plane, Area canvas, const GridLayout& layout, trace::Dim3 block) {
  const Spot spot = layout.blocks().SpotOf(block);
  const auto left = static_cast<float>(layout.LeftOf(spot.column)), top = static_cast<float>(layout.TopOf(spot.row));
  const auto w = static_cast<float>(layout.block_width()), h = static_cast<float>(layout.block_height());
  return {OnScreen(plane, canvas, {left, top}), OnScreen(plane, canvas, {left + w, top + h})};
}

void Outline(ImDrawList* draw, Area area, ImU32 color, float thickness, float at_least) {
  const ImVec2 c = area.center();
  const float w = std::max(area.width() / 2 + thickness, at_least),
              h = std::max(area.height() / 2 + thickness, at_least);
  draw->AddRect({std::round(c.x - w), std::round(c.y - h)}, {std::round(c.x + w), std::round(c.y + h)}, color, 2, 0,
                thickness);
}

// Marks for recorded blocks that are too small and too few to be visible by their threads' colours. Adjacent blocks
// form a visible area, which a mark would hide.
std::vector<ImVec2> LostBlocks(const replay::Model& model, const Desk& desk, const GridLayout& layout, Area canvas) {
  const Plane& plane = desk.Of<GridView>().plane;
  const double across = (layout.block_width() + layout.gap()) * plane.zoom,
               down = (layout.block_height() + layout.gap()) * plane.zoom;
  const float tile = desk.Units(8);
  const double seen = desk.Units(3) * desk.Units(3);  // square pixels
  constexpr std::size_t kMany = 4096;                 // this many are visible, wherever they are
  if (across * down >= seen || model.launch().blocks.size() > kMany) return {};
  struct Tile {
    double covered = 0;
    ImVec2 first;
  };
  std::map<std::pair<int, int>, Tile> tiles;
  for (const trace::RecordedBlock& block : model.launch().blocks) {
    const ImVec2 at = BlockArea(plane, canvas, layout, block.index).center();
    const std::pair place{static_cast<int>(at.x / tile), static_cast<int>(at.y / tile)};
    Tile& covered = tiles.try_emplace(place, Tile{.first = at}).first->second;
    covered.covered += across * down;
  }
  std::vector<ImVec2> lost;
  for (const auto& [place, covered] : tiles) {
    if (covered.covered < seen) lost.push_back(covered.first);
  }
  return lost;
}

void MarkBlocks(const replay::Model& model, const Selection& selection, Desk& desk, const GridLayout& layout,
                Area canvas) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const Plane& plane = desk.Of<GridView>().plane;
  for (const ImVec2 at : LostBlocks(model, desk, layout, canvas)) {
    draw->AddRectFilled({at.x - desk.Units(2), at.y - desk.Units(2)}, {at.x + desk.Units(2), at.y + desk.Units(2)},
                        Blend(c.chosen, c.panel, 0.35f));
  }
  for (const ThreadBeside& beside : ThreadsBeside(model, selection, desk)) {
    if (beside.place.block == selection.block) continue;
    Outline(draw, BlockArea(plane, canvas, layout, beside.place.block), c.quiet, desk.Units(1.5f), desk.Units(5));
  }
  Outline(draw, BlockArea(plane, canvas, layout, selection.block), c.chosen, desk.Units(1.5f), desk.Units(5));
  if (plane.zoom < desk.Units(5)) return;
  const Area block = BlockArea(plane, canvas, layout, selection.block);
  const Spot spot = layout.threads().SpotOf(selection.thread);
  const ImVec2 min{block.min.x + static_cast<float>(spot.column) * plane.zoom,
                   block.min.y + static_cast<float>(spot.row) * plane.zoom};
  Outline(draw, {min, {min.x + plane.zoom - 1, min.y + plane.zoom - 1}}, c.chosen, desk.Units(1.5f), desk.Units(3));
}

std::uint64_t MapKey(const replay::Model& model, const Desk& desk, std::uint32_t width, std::uint32_t height) {
  const GridView& view = desk.Of<GridView>();
  std::uint64_t key = Mixed(model.launch_place(), desk.Of<ThreadColors>().position);
  for (const float f : {view.plane.zoom, view.plane.origin.x, view.plane.origin.y}) {
    key = Mixed(key, static_cast<std::uint64_t>(static_cast<std::int64_t>(f * 4096)));
  }
  key = Mixed(key, std::uint64_t{width} << 32 | height);
  // The painted colours, which are not always those that were requested last.
  return Mixed(key, desk.Of<ThreadColors>().made_for);
}

// The thread at a point of the map. If threads are too small to aim at, it is the block with the current thread index;
// a gap of that size then belongs to the adjacent block.
std::optional<ThreadPlace> PlaceUnder(const Desk& desk, const GridLayout& layout, const Selection& selection,
                                      ImVec2 under) {
  const float zoom = desk.Of<GridView>().plane.zoom;
  if (zoom >= desk.Units(3)) return layout.At(under.x, under.y);
  const auto block = layout.BlockAt(under.x, under.y, desk.Units(3) / zoom);
  return block ? std::optional(ThreadPlace{*block, selection.thread}) : std::nullopt;
}

// The action of a click on a thread.
void ChooseOrKeep(const replay::Model& model, Selection& selection, Desk& desk, const ThreadPlace& place) {
  if (ImGui::GetIO().KeyShift) return KeepOrRelease(desk, place);
  replay::ChooseThread(model, selection, place.block, place.thread);
}

void MoveBlockBy(const replay::Model& model, Selection& selection, Arrows by) {
  if (!by) return;
  const trace::Dim3 grid = model.launch().grid;
  trace::Dim3 block = selection.block;
  const bool is_flat = grid.y == 1;
  const auto move = [](std::uint32_t& at, int by, std::uint32_t end) {
    at = static_cast<std::uint32_t>(Moved(at, by, end));
  };
  move(block.x, by.x, grid.x);
  move(is_flat ? block.z : block.y, by.y, is_flat ? grid.z : grid.y);
  replay::ChooseThread(model, selection, block, selection.thread);
}

void DrawMap(const replay::Model& model, Selection& selection, Desk& desk, Area canvas) {
  GridView& view = desk.Of<GridView>();
  const GridLayout layout(model.launch().grid, model.launch().block, canvas.width() / canvas.height());
  const trace::RecordedLaunch& launch = model.launch();
  if (view.grid != launch.grid || view.block != launch.block) {
    view.plane = {};
    view.grid = launch.grid;
    view.block = launch.block;
  }
  ImGui::SetCursorScreenPos(canvas.min);
  ImGui::InvisibleButton("map", {canvas.width(), canvas.height()});
  MoveBlockBy(model, selection, ReachWithArrows(desk, "map by keys", canvas));
  const float w = static_cast<float>(layout.width()), h = static_cast<float>(layout.height());
  const bool dragged = MovePlane(view.plane, canvas, w, h, desk.Units(kMaxZoom));
  const auto width = static_cast<std::uint32_t>(canvas.width()), height = static_cast<std::uint32_t>(canvas.height());
  if (const std::uint64_t key = MapKey(model, desk, width, height); key != view.drawn_for) {
    PaintMap(model, desk, layout, width, height);
    view.texture.Update(view.pixels, width, height, 0, height);
    view.texture.SetFilter(Texture::Filter::kSharp);
    view.drawn_for = key;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddImage(view.texture.id(), canvas.min,
                 {canvas.min.x + static_cast<float>(width), canvas.min.y + static_cast<float>(height)});
  const float rim = desk.Units(8);  // room for the mark of a block at the edge
  draw->PushClipRect({canvas.min.x - rim, canvas.min.y - rim}, {canvas.max.x + rim, canvas.max.y + rim}, true);
  MarkBlocks(model, selection, desk, layout, canvas);
  draw->PopClipRect();
  if (!ImGui::IsItemHovered() && !ImGui::IsItemDeactivated()) return;
  const ImVec2 under = OnPlane(view.plane, canvas, ImGui::GetIO().MousePos);
  const auto at = PlaceUnder(desk, layout, selection, under);
  if (!at) return;
  if (ImGui::IsItemHovered()) TipForThread(model, desk, at->block, at->thread);
  const bool was_drag = dragged || ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 16;
  if (ImGui::IsItemDeactivated() && !was_drag) ChooseOrKeep(model, selection, desk, *at);
}

// --- the chosen block

struct Cells {
  Folding folding;
  float size = 0;  // of a cell, with its gap
  ImVec2 origin;
  Area AreaOf(trace::Dim3 thread) const {
    const Spot spot = folding.SpotOf(thread);
    const ImVec2 min{origin.x + static_cast<float>(spot.column) * size, origin.y + static_cast<float>(spot.row) * size};
    const float gap = size >= 6 ? std::max(1.0f, std::floor(size * 0.08f)) : 0;
    return {min, {min.x + size - gap, min.y + size - gap}};
  }
};

Cells LayOutBlock(const replay::Model& model, const Desk& desk, Area area) {
  const float left = desk.Units(34), top = desk.Units(20);
  Cells cells{.folding = Folding(model.launch().block, trace::kWarpSize)};
  const auto columns = static_cast<float>(cells.folding.columns()), rows = static_cast<float>(cells.folding.rows());
  cells.size = std::min({(area.width() - left) / columns, (area.height() - top) / rows, desk.Units(34)});
  cells.size = std::max(std::floor(cells.size), 1.0f);
  const float free_x = area.width() - left - cells.size * columns, free_y = area.height() - top - cells.size * rows;
  cells.origin = {std::floor(area.min.x + left + std::max(free_x, 0.0f) / 2),
                  std::floor(area.min.y + top + std::max(free_y, 0.0f) / 2)};
  return cells;
}

void LabelBlock(const replay::Model& model, const Desk& desk, const Cells& cells) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImFont* font = desk.fonts.code_small;
  const bool folded = cells.folding.IsFolded();
  const auto columns = cells.folding.columns(), rows = cells.folding.rows();
  const auto step_for = [&](float needed) {
    std::uint64_t step = 1;
    while (static_cast<float>(step) * cells.size < needed) step *= 2;
    return step;
  };
  for (std::uint64_t column = 0, step = step_for(desk.Units(26)); column < columns; column += step) {
    const float x = cells.origin.x + (static_cast<float>(column) + 0.5f) * cells.size;
    const std::string text = std::to_string(column);
    DrawText(draw, font, {x - TextWidth(font, text) / 2, cells.origin.y - desk.Units(18)}, desk.color().faint, text);
  }
  for (std::uint64_t row = 0, step = step_for(desk.Units(14)); row < rows; row += step) {
    const float y = cells.origin.y + (static_cast<float>(row) + 0.5f) * cells.size - font->FontSize / 2;
    const std::string text = std::to_string(folded ? row * columns : row % model.launch().block.y);
    DrawText(draw, font, {cells.origin.x - desk.Units(8) - TextWidth(font, text), y}, desk.color().faint, text);
  }
}

// The value that the thread is coloured by, or its state and its line.
void DrawInSquare(const replay::Model& model, const Desk& desk, Area cell, replay::ThreadSlot slot, ImU32 ground) {
  if (desk.Of<GridView>().by != ColourBy::kValue) {
    DrawPhase(desk, cell, replay::PhaseOf(model, slot), ground);
    if (desk.Of<GridView>().by == ColourBy::kLine) DrawLineNumber(model, desk, cell, slot, ground);
    return;
  }
  // A number if there is room for three digits.
  if (cell.width() < desk.Units(24)) return;
  const auto& value = desk.Of<ThreadColors>().values.values[static_cast<std::size_t>(slot)];
  const std::string text = value ? fmt::format("{:.4g}", *value) : "";
  const float width = TextWidth(desk.fonts.code_small, text);
  if (width > cell.width()) return;
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
           {cell.center().x - width / 2, cell.center().y - desk.fonts.code_small->FontSize / 2},
           TextOn(desk.theme, ground), text);
}

void DrawBlock(const replay::Model& model, Selection& selection, Desk& desk, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Cells cells = LayOutBlock(model, desk, area);
  const auto block = model.BlockSlot(selection.block);
  const std::uint32_t threads = model.index().threads_per_block();
  LabelBlock(model, desk, cells);
  const float round = std::min(cells.size * 0.16f, desk.Units(3));
  for (std::uint32_t i = 0; i < threads; ++i) {
    const Area cell = cells.AreaOf(trace::FromLinearIndex(i, model.launch().block));
    const ImU32 color = block ? desk.Of<ThreadColors>().by_slot[*block * threads + i] : desk.color().idle;
    draw->AddRectFilled(cell.min, cell.max, color, round);
    if (block) DrawInSquare(model, desk, cell, static_cast<replay::ThreadSlot>(*block * threads + i), color);
  }
  if (const trace::RecordedFinding* finding = replay::ChosenFinding(model, selection)) {
    for (const trace::RecordedSide& side : finding->sides) {
      if (side.by_host || side.launch != model.launch_place() || !(side.block == selection.block)) continue;
      Outline(draw, cells.AreaOf(side.thread), SeverityColor(desk.theme, finding->severity), desk.Units(1.5f),
              desk.Units(4));
    }
  }
  const auto mark = [&](Area cell, ImU32 color) {
    Outline(draw, cell, desk.color().panel, desk.Units(3), desk.Units(4));
    Outline(draw, cell, color, desk.Units(2), desk.Units(4));
  };
  const std::vector<ThreadBeside> beside = ThreadsBeside(model, selection, desk);
  for (const ThreadBeside& other : beside) {
    if (other.place.block != selection.block) continue;
    mark(cells.AreaOf(other.place.thread), desk.color().quiet);
    DrawLetter(desk, cells.AreaOf(other.place.thread), other.letter, desk.color().quiet);
  }
  const Area chosen = cells.AreaOf(selection.thread);
  mark(chosen, desk.color().chosen);
  if (!beside.empty()) DrawLetter(desk, chosen, 'A', desk.color().chosen);
  desk.anchors.thread = chosen;

  const auto columns = static_cast<float>(cells.folding.columns()), rows = static_cast<float>(cells.folding.rows());
  ImGui::SetCursorScreenPos(cells.origin);
  const bool clicked = ImGui::InvisibleButton("block", {columns * cells.size, rows * cells.size});
  const Arrows by =
      ReachWithArrows(desk, "block by keys",
                      {cells.origin, {cells.origin.x + columns * cells.size, cells.origin.y + rows * cells.size}});
  if (by) {
    const Spot spot = cells.folding.SpotOf(selection.thread);
    const auto next = cells.folding.IndexAt(
        {Moved(spot.column, by.x, cells.folding.columns()), Moved(spot.row, by.y, cells.folding.rows())});
    if (next) replay::ChooseThread(model, selection, selection.block, *next);
  }
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto thread = cells.folding.IndexAt({static_cast<std::uint64_t>((mouse.x - cells.origin.x) / cells.size),
                                             static_cast<std::uint64_t>((mouse.y - cells.origin.y) / cells.size)});
  if (!thread) return;
  TipForThread(model, desk, selection.block, *thread);
  if (clicked) ChooseOrKeep(model, selection, desk, {selection.block, *thread});
}

// --- the legend

float DrawSwatch(const Desk& desk, ImVec2 at, ImU32 color, const std::string& label, const std::string& count) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float size = desk.Units(10), y = at.y + (desk.fonts.small->FontSize - size) / 2 + 1;
  draw->AddRectFilled({at.x, y}, {at.x + size, y + size}, color, desk.Units(2.5f));
  float x = at.x + size + desk.Units(6);
  x += DrawText(draw, desk.fonts.small, {x, at.y}, desk.color().text, label);
  if (!count.empty()) {
    x += desk.Units(5);
    x += DrawText(draw, desk.fonts.small, {x, at.y}, desk.color().quiet, count);
  }
  return x + desk.Units(16) - at.x;
}

void DrawStateLegend(const replay::Model& model, const Desk& desk, std::optional<std::uint32_t> block, ImVec2 at,
                     float end, bool with_lines) {
  const std::uint32_t threads = model.index().threads_per_block();
  std::array<std::uint32_t, 6> counts{};
  for (std::uint32_t i = 0; block && i < threads; ++i) {
    ++counts[static_cast<std::size_t>(replay::PhaseOf(model, static_cast<replay::ThreadSlot>(*block * threads + i)))];
  }
  if (!block) counts[static_cast<std::size_t>(replay::ThreadPhase::kNotRecorded)] = threads;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto phase = static_cast<replay::ThreadPhase>(i);
    const bool has_a_line = phase == replay::ThreadPhase::kRunning || phase == replay::ThreadPhase::kWaiting;
    if (counts[i] == 0 || (with_lines && has_a_line) || at.x > end) continue;
    const ImVec2 swatch{at.x, at.y + (desk.fonts.small->FontSize - desk.Units(10)) / 2 + 1};
    at.x += DrawSwatch(desk, at, StateColor(desk, phase), Word(phase), std::to_string(counts[i]));
    DrawPhase(desk, {swatch, {swatch.x + desk.Units(10), swatch.y + desk.Units(10)}}, phase, StateColor(desk, phase));
  }
}

void DrawLegend(const replay::Model& model, const Selection& selection, Desk& desk, Area area) {
  const float line = desk.fonts.small->FontSize;
  desk.anchors.covers.push_back({{area.min.x, area.center().y - line}, {area.max.x, area.center().y + line}});
  ImVec2 at{area.min.x, area.min.y + (area.height() - desk.fonts.small->FontSize) / 2};
  const auto block = model.BlockSlot(selection.block);
  const std::uint32_t threads = model.index().threads_per_block();
  if (desk.Of<GridView>().by == ColourBy::kLine && block) {
    for (const replay::LineCount& count : replay::CountLines(model, *block * threads, (*block + 1) * threads)) {
      if (at.x > area.max.x - desk.Units(90)) break;
      at.x += DrawSwatch(desk, at, ColorOfLine(desk, count.line), fmt::format("line {}", count.line.number),
                         std::to_string(count.threads));
    }
  }
  if (desk.Of<GridView>().by != ColourBy::kValue) {
    DrawStateLegend(model, desk, block, at, area.max.x - desk.Units(90), desk.Of<GridView>().by == ColourBy::kLine);
    return;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const replay::ThreadValues& values = desk.Of<ThreadColors>().values;
  if (!values.any) {
    DrawText(draw, desk.fonts.small, at, desk.color().quiet,
             fmt::format("no recorded thread has a value of {} at this moment", desk.Of<GridView>().variable));
    return;
  }
  at.x += DrawText(draw, desk.fonts.small, at, desk.color().text, desk.Of<GridView>().variable) + desk.Units(12);
  at.x +=
      DrawText(draw, desk.fonts.small, at, desk.color().quiet, fmt::format("{:.6g}", values.lowest)) + desk.Units(8);
  const float width = desk.Units(140), height = desk.Units(10),
              y = at.y + (desk.fonts.small->FontSize - height) / 2 + 1;
  constexpr int kSteps = 35;
  for (int i = 0; i < kSteps; ++i) {
    const float x0 = at.x + width * static_cast<float>(i) / kSteps,
                x1 = at.x + width * static_cast<float>(i + 1) / kSteps;
    draw->AddRectFilled({x0, y}, {x1, y + height}, RampColor(desk.theme, (static_cast<float>(i) + 0.5f) / kSteps));
  }
  DrawText(draw, desk.fonts.small, {at.x + width + desk.Units(8), at.y}, desk.color().quiet,
           fmt::format("{:.6g}", values.highest));
}

const std::vector<std::string>& Colourings() {
  static const std::vector<std::string> kWays = {"line", "state", "value"};
  return kWays;
}

constexpr float kMenuWidth = 118;

float ColouringWidth(const Desk& desk) {
  const float menu = desk.Of<GridView>().by == ColourBy::kValue ? desk.Units(kMenuWidth + 8) : 0;
  return ChoiceWidth(desk, Colourings()) + menu;
}

void DrawColouring(const replay::Model& model, Desk& desk, Area head) {
  const bool by_value = desk.Of<GridView>().by == ColourBy::kValue;
  const float x = head.max.x - ColouringWidth(desk), y = head.min.y + (head.height() - desk.Units(24)) / 2;
  if (x < head.min.x) return;
  desk.Of<GridView>().by =
      static_cast<ColourBy>(DrawChoice(desk, "by", {x, y}, Colourings(), static_cast<int>(desk.Of<GridView>().by)));
  if (!by_value) return;
  const auto names = replay::NamesWithValues(model);
  const auto chosen = std::ranges::find(names, desk.Of<GridView>().variable);
  const int now = chosen == names.end() ? -1 : static_cast<int>(chosen - names.begin());
  const ImVec2 at{head.max.x - desk.Units(kMenuWidth), y};
  const int next = DrawMenu(desk, "variable", at, desk.Units(kMenuWidth), names, now);
  if (next != now) desk.Of<GridView>().variable = names[static_cast<std::size_t>(next)];
}

// The areas of the grid's map and of the chosen block: side by side or one above the other, whichever makes threads
// larger.
struct Halves {
  Area map, block;
};

Halves Divide(const replay::Model& model, const Desk& desk, Area area) {
  const float pad = desk.Units(14), title = desk.Units(20), gap = desk.Units(16);
  const Area inner{{area.min.x + pad, area.min.y}, {area.max.x - pad, area.max.y}};
  const float x = std::floor(inner.min.x + inner.width() * 0.38f);
  const float y = std::floor(inner.min.y + (inner.height() - title) * 0.36f + title);
  const Halves beside{{{inner.min.x, inner.min.y + title}, {x - gap / 2, inner.max.y}},
                      {{x + gap / 2, inner.min.y + title}, inner.max}};
  const Halves above{{{inner.min.x, inner.min.y + title}, {inner.max.x, y}},
                     {{inner.min.x, y + title + gap / 2}, inner.max}};
  const bool stack = LayOutBlock(model, desk, above.block).size > LayOutBlock(model, desk, beside.block).size;
  return stack ? above : beside;
}

void DrawTitle(const Desk& desk, Area under, const std::string& text) {
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, {under.min.x, under.min.y - desk.Units(20)},
           desk.color().quiet, text);
}

std::string Counted(std::uint64_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

}  // namespace

void DrawGrid(const replay::Model& model, Selection& selection, Desk& desk) {
  const trace::RecordedLaunch& launch = model.launch();
  const std::string recorded =
      launch.blocks.size() == launch.grid.Count() ? "all recorded" : fmt::format("{} recorded", launch.blocks.size());
  const std::string detail = fmt::format("{} of {} · {}", Counted(launch.grid.Count(), "block", "blocks"),
                                         Counted(launch.block.Count(), "thread", "threads"), recorded);
  Area head;
  const Area area = DrawHeader(desk, "Grid", OfWhichRun(desk) + detail, ColouringWidth(desk), &head);
  DrawColouring(model, desk, head);
  ColourThreads(model, desk);  // the colouring may just have been changed
  const float legend = desk.Units(32);
  const Halves halves = Divide(model, desk, {area.min, {area.max.x, area.max.y - legend}});
  const Area &map = halves.map, &block = halves.block;
  if (map.width() < desk.Units(30) || map.height() < desk.Units(10)) return;
  DrawTitle(desk, map, fmt::format("grid {}", replay::Text(launch.grid)));
  DrawTitle(desk, block,
            fmt::format("block {}{}", replay::Text(selection.block),
                        model.BlockSlot(selection.block) ? "" : " · not recorded"));
  DrawMap(model, selection, desk, map);
  DrawBlock(model, selection, desk, block);
  const float pad = desk.Units(14);
  DrawLegend(model, selection, desk, {{area.min.x + pad, area.max.y - legend}, {area.max.x - pad, area.max.y}});
}

namespace {

void MoveThread(View& view, std::size_t which) {
  const trace::Dim3 extent = view.model->launch().block;
  const std::uint64_t count = extent.Count(), by = which == 0 ? 1 : count - 1;
  if (count == 0) return;
  const std::uint64_t next = (trace::LinearIndex(view.selection.thread, extent) + by) % count;
  replay::ChooseThread(*view.model, view.selection, view.selection.block, trace::FromLinearIndex(next, extent));
}

void KeepThread(View& view, std::size_t) { KeepOrRelease(view.desk, {view.selection.block, view.selection.thread}); }

void MoveBlock(View& view, std::size_t which) {
  const auto& blocks = view.model->launch().blocks;
  if (blocks.empty()) return;
  const auto here = view.model->BlockSlot(view.selection.block);
  const std::size_t by = which == 0 ? 1 : blocks.size() - 1, next = here ? (*here + by) % blocks.size() : 0;
  replay::ChooseThread(*view.model, view.selection, blocks[next].index, view.selection.thread);
}

void ForgetGrid(Desk& desk) {
  desk.Of<ThreadColors>() = {};
  desk.Of<LineColors>().by_line.clear();
  desk.Of<LineColors>().launch = 0xffffffff;
  desk.Of<GridView>().drawn_for = 0;
}

}  // namespace

const Panel kGrid{.name = "grid",
                  .place = PanelPlace::kRight,
                  .group = "Place",
                  .draw = DrawModel<DrawGrid>,
                  .keys = {{{"]", "["}, "the next thread, the previous thread", MoveThread},
                           {{"}", "{"}, "the next recorded block, the previous one", MoveBlock},
                           {{"C"},
                            "colour the grid by line, state or value",
                            [](View& v, std::size_t) {
                              v.desk.Of<GridView>().by =
                                  static_cast<ColourBy>((static_cast<int>(v.desk.Of<GridView>().by) + 1) % 3);
                            }},
                           {{"Q"}, "keep the thread, or one clicked with Shift, as B or C", KeepThread},
                           {{"Wheel", "drag"}, "zoom and move the grid and pictures"},
                           {{"Click"}, "a thread, an element or a line: all panels follow"}},
                  .forget = ForgetGrid,
                  .release = [](Desk& desk) { desk.Of<GridView>().texture.Release(); }};

}  // namespace lockstep::viz
