#include "viz/panels/scene_paint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shared/replay/arrays.h"
#include "shared/replay/unwritten.h"
#include "viz/model/picture.h"
#include "viz/panels/array_picture.h"
#include "viz/panels/array_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/texture.h"
#include "viz/panels/thread_colors.h"

namespace lockstep::viz {
namespace {

constexpr std::array kOutermostFirst = {FootprintOf::kBlock, FootprintOf::kWarp, FootprintOf::kThread};
constexpr std::uint64_t kMostPixels = 2048;  // of a texture's side

std::uint64_t KeyOfArrays(const replay::Model& model, const SceneSheets& scene) {
  std::uint64_t key = model.launch_place() + 1;
  for (const Sheet& sheet : scene.sheets)
    key = Mixed(Mixed(key, trace::Index(sheet.array.object)),
                sheet.array.element_size + (sheet.array.field ? 1 + sheet.array.field->offset : 0));
  return key;
}

replay::ThreadRange ThreadsOf(const replay::Model& model, replay::ThreadSlot thread, FootprintOf whose) {
  if (whose == FootprintOf::kThread) return replay::OnlyThread(thread);
  return whose == FootprintOf::kWarp ? replay::WarpOf(model, thread) : replay::BlockThreads(model, thread);
}

void TakeOrigins(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays,
                 std::uint64_t arrays_key) {
  const std::uint64_t key = Mixed(arrays_key, model.position());
  if (desk.Of<SceneView>().origins_key == key) return;
  desk.Of<SceneView>().origins_key = key;
  desk.Of<SceneView>().origins.assign(arrays.size(), {});
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (trace::IsLaunchObject(arrays[i].object))
      desk.Of<SceneView>().origins[i] = replay::OriginsOf(model, arrays[i], arrays);
}

// Pixels and how many cells one of them stands for, in both directions.
struct Grain {
  std::uint64_t cells = 1;
  std::uint32_t width = 1, height = 1;
};

Grain GrainOf(const SheetSize& size) {
  const std::uint64_t side = std::max(size.columns, size.rows);
  const std::uint64_t cells = (side + kMostPixels - 1) / kMostPixels;
  return {cells, static_cast<std::uint32_t>((size.columns + cells - 1) / cells),
          static_cast<std::uint32_t>((size.rows + cells - 1) / cells)};
}

// Pixels of cells that hold no value yet are transparent, so that what is under them tells them apart.
void PaintBackground(const replay::Model& model, const Desk& desk, const Sheet& sheet, const Grain& grain,
                     std::vector<std::uint32_t>& pixels) {
  const ImU32 back = sheet.picture ? 0 : desk.color().raised;
  pixels.assign(std::size_t{grain.width} * grain.height, back);
  for (std::uint64_t cell = sheet.array.count;
       !sheet.picture && sheet.columns.empty() && cell < sheet.size.columns * sheet.size.rows; ++cell) {
    const auto [column, row] = sheet.ColumnAndRow(cell);
    pixels[row / grain.cells * grain.width + column / grain.cells] = desk.color().panel;
  }
  if (sheet.picture || !replay::BeginsUnwritten(model, sheet.array.object)) return;
  const replay::WrittenSince& since = model.WrittenSinceOf(sheet.array.object);
  for (std::uint32_t y = 0; y < grain.height; ++y) {
    for (std::uint32_t x = 0; x < grain.width; ++x) {
      const auto cell = sheet.CellAt(x * grain.cells, y * grain.cells);
      if (!cell) continue;
      const replay::ArrayInfo& shown = sheet.ShownAt(x * grain.cells);
      if (replay::IsUnwritten(since, shown.OffsetOf(*cell), shown.value_size(), model.position()))
        pixels[std::size_t{y} * grain.width + x] = 0;
    }
  }
}

void PaintFootprints(const Desk& desk, const Sheet& sheet, std::size_t place, replay::Position now, const Grain& grain,
                     std::vector<std::uint32_t>& pixels) {
  for (const FootprintOf whose : kOutermostFirst) {
    if (whose > desk.Of<SceneView>().footprint) continue;
    const auto kept = desk.Of<SceneView>().footprints.find(whose);
    if (kept == desk.Of<SceneView>().footprints.end() || place >= kept->second.by_array.size()) continue;
    const ImU32 read = FootprintColor(desk, whose, false), written = FootprintColor(desk, whose, true);
    const ImU32 both = Blend(read, written, 0.5f);
    for (const replay::TouchedCell& touched : kept->second.by_array[place]) {
      const bool reads = touched.ReadBefore(now), writes = touched.WrittenBefore(now);
      if (!reads && !writes) continue;
      const auto [column, row] = sheet.ColumnAndRow(touched.cell);
      const ImU32 color = reads && writes ? both : writes ? written : read;
      const auto first = pixels.begin() + static_cast<std::ptrdiff_t>(row / grain.cells * grain.width);
      if (!sheet.columns.empty()) std::fill_n(first, grain.width, color);
      first[static_cast<std::ptrdiff_t>(column / grain.cells)] = sheet.picture ? WithAlpha(color, 0.55f) : color;
    }
  }
}

// Lines between cells that are large enough to be told apart.
void DrawCellLines(const Desk& desk, const Sheet& sheet, Area canvas) {
  if (sheet.picture || std::min(sheet.cell_width, sheet.cell_height) < desk.Units(4)) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto line = [&](ImVec2 from, ImVec2 to) { draw->AddLine(from, to, desk.color().panel, 1); };
  for (std::uint64_t column = 1; column < sheet.size.columns; ++column) {
    const float x = std::round(sheet.cells.min.x + static_cast<float>(column) * sheet.cell_width);
    if (x >= canvas.min.x && x < canvas.max.x) line({x, sheet.cells.min.y}, {x, sheet.cells.max.y});
  }
  for (std::uint64_t row = 1; row < sheet.size.rows; ++row) {
    const float y = std::round(sheet.cells.min.y + static_cast<float>(row) * sheet.cell_height);
    if (y >= canvas.min.y && y < canvas.max.y) line({sheet.cells.min.x, y}, {sheet.cells.max.x, y});
  }
}

}  // namespace

void TakeFootprints(const replay::Model& model, const Selection& selection, Desk& desk, const SceneSheets& scene) {
  const std::uint64_t arrays_key = KeyOfArrays(model, scene);
  const replay::ThreadSlot thread = model.SlotOf(selection.block, selection.thread);
  std::vector<replay::ArrayInfo> arrays;
  for (const Sheet& sheet : scene.sheets) arrays.push_back(sheet.array);
  for (const FootprintOf whose : kOutermostFirst) {
    if (whose > desk.Of<SceneView>().footprint) continue;
    const replay::ThreadRange threads = ThreadsOf(model, thread, whose);
    KeptFootprint& kept = desk.Of<SceneView>().footprints[whose];
    const std::uint64_t key = Mixed(Mixed(arrays_key, threads.first), threads.end);
    if (kept.key == key) continue;
    kept = {key, replay::FootprintsOf(model, threads, arrays)};
  }
  TakeOrigins(model, desk, arrays, arrays_key);
}

ImU32 FootprintColor(const Desk& desk, FootprintOf whose, bool written) {
  const Palette& c = desk.color();
  const float share = whose == FootprintOf::kThread ? 0.62f : whose == FootprintOf::kWarp ? 0.34f : 0.16f;
  return Blend(c.raised, written ? c.write : c.read, share);
}

CellColors ColorsOf(const Desk& desk, std::size_t sheet, std::uint64_t cell, replay::Position now) {
  for (const FootprintOf whose : {FootprintOf::kThread, FootprintOf::kWarp, FootprintOf::kBlock}) {
    if (whose > desk.Of<SceneView>().footprint) break;
    const auto kept = desk.Of<SceneView>().footprints.find(whose);
    if (kept == desk.Of<SceneView>().footprints.end() || sheet >= kept->second.by_array.size()) continue;
    const replay::TouchedCell* touched = replay::FindCell(kept->second.by_array[sheet], cell);
    if (!touched) continue;
    const bool reads = touched->ReadBefore(now), writes = touched->WrittenBefore(now);
    if (!reads && !writes) continue;
    return {FootprintColor(desk, whose, !reads), FootprintColor(desk, whose, writes)};
  }
  return {};
}

void DrawSmallCells(const replay::Model& model, Desk& desk, const Sheet& sheet, std::size_t place, Area canvas) {
  SheetPaint& paint = desk.Of<SceneView>().paints[place];
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (sheet.picture) {
    const PictureInks inks{.background = desk.color().panel, .not_finite = desk.color().not_finite};
    const auto rows = paint.picture.Update(model, sheet.array, *sheet.picture, inks,
                                           desk.Of<ArrayView>().blocks_shown.value_or(Picture::kAllBlocks));
    paint.picture_texture.Update(paint.picture.rgba(), sheet.picture->width, sheet.picture->height, rows.first,
                                 rows.last);
    paint.picture_texture.SetFilter(sheet.cell_width < 1 ? Texture::Filter::kSmooth : Texture::Filter::kSharp);
  }
  const Grain grain = GrainOf(sheet.size);
  std::uint64_t key = Mixed(model.launch_place() + 1, model.position());
  key = Mixed(Mixed(key, trace::Index(sheet.array.object)), static_cast<std::uint64_t>(desk.Of<SceneView>().footprint));
  key = Mixed(Mixed(key, sheet.size.columns), static_cast<std::uint64_t>(desk.theme.kind) + sheet.picture.has_value());
  for (const auto& [whose, kept] : desk.Of<SceneView>().footprints) key = Mixed(key, kept.key);
  if (paint.key != key) {
    paint.key = key;
    PaintBackground(model, desk, sheet, grain, paint.pixels);
    PaintFootprints(desk, sheet, place, model.position(), grain, paint.pixels);
    paint.texture.Update(paint.pixels, grain.width, grain.height, 0, grain.height);
  }
  paint.texture.SetFilter(sheet.cell_width * static_cast<float>(grain.cells) < 1 ? Texture::Filter::kSmooth
                                                                                 : Texture::Filter::kSharp);
  DrawHatching(desk, sheet.cells, canvas);
  if (sheet.picture) draw->AddImage(paint.picture_texture.id(), sheet.cells.min, sheet.cells.max);
  const auto share = [&](std::uint64_t cells, std::uint32_t pixels) {
    return static_cast<float>(cells) / static_cast<float>(pixels * grain.cells);
  };
  draw->AddImage(paint.texture.id(), sheet.cells.min, sheet.cells.max, {0, 0},
                 {share(sheet.size.columns, grain.width), share(sheet.size.rows, grain.height)});
  DrawCellLines(desk, sheet, canvas);
}

}  // namespace lockstep::viz
