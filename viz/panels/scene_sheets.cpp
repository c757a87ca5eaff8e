#include "viz/panels/scene_sheets.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "viz/panels/array_cells.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/array_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/thread_colors.h"

namespace lockstep::viz {
namespace {

constexpr std::size_t kMostArrays = 16;
constexpr float kCell = 24, kFlatCell = 19,
                kLetter = 17.3f;  // heights of cells with values and of their letters, in units

// The arrays that recorded threads access in this launch; all of them if there is none.
std::set<std::string> UsedNames(const replay::Model& model, const std::vector<replay::ArrayInfo>& arrays) {
  std::set<std::string> used, all;
  for (const replay::ArrayInfo& array : arrays) {
    if (all.size() < kMostArrays) all.insert(array.name);
    const bool is_used = !model.index().WritesTo(array.object).empty() || !model.index().ReadsOf(array.object).empty();
    if (is_used && used.size() < kMostArrays) used.insert(array.name);
  }
  return used.empty() ? all : used;
}

bool AsPicture(const Desk& desk, const replay::ArrayInfo& array) {
  return !desk.Of<ArrayView>().as_cells.value_or(!replay::IsImage(array));
}

// The shown arrays in the launch's order, each name once: of two arrays of one name, the first.
std::vector<replay::ArrayInfo> ShownArrays(const replay::Model& model, Desk& desk,
                                           const std::vector<replay::ArrayInfo>& arrays) {
  const std::set<std::string> names = ShownNames(model, desk.Of<SceneView>(), arrays);
  std::vector<replay::ArrayInfo> shown;
  for (const replay::ArrayInfo& array : arrays)
    if (names.contains(array.name) && std::ranges::find(shown, array.name, &replay::ArrayInfo::name) == shown.end())
      shown.push_back(AsShown(model, desk, array));
  return shown;
}

SheetSize SizeOf(const Sheet& sheet, std::uint64_t widest_flat) {
  const replay::ArrayInfo& array = sheet.array;
  if (sheet.picture) return {sheet.picture->width, sheet.picture->height};
  if (!sheet.columns.empty()) return {sheet.columns.size(), std::max<std::uint64_t>(array.count, 1)};
  const std::uint64_t columns = array.shape.size() == 1 ? FoldedColumns(array.count, widest_flat)
                                                        : std::max<std::uint64_t>(array.shape.back(), 1);
  return {columns, std::max<std::uint64_t>((array.count + columns - 1) / columns, 1)};
}

// Values with three significant digits have room; longer ones are shortened.
float CellWidth(const replay::Model& model, Desk& desk, const std::vector<Sheet>& sheets) {
  float widest = 0;
  for (const Sheet& sheet : sheets) {
    const auto [known, is_new] =
        desk.Of<SceneView>().value_widths.try_emplace({model.launch_place(), sheet.array.object}, 0.0f);
    if (is_new) known->second = WidestValue(model, desk, sheet.array);
    widest = std::max(widest, known->second);
  }
  return std::min(widest, TextWidth(desk.fonts.code_small, "-0.077")) + desk.Units(10);
}

SheetRoom RoomFor(const replay::Model& model, Desk& desk, const std::vector<Sheet>& sheets, Area canvas) {
  std::uint64_t largest_number = 0;
  for (const Sheet& sheet : sheets) largest_number = std::max(largest_number, sheet.NumberOfRow(sheet.size.rows - 1));
  SheetRoom room{.canvas_width = canvas.width(),
                 .canvas_height = canvas.height(),
                 .left = TextWidth(desk.fonts.code_small, std::to_string(largest_number)) + desk.Units(6),
                 .top = desk.Units(31),
                 .between = desk.Units(8)};
  if (std::ranges::any_of(sheets, [](const Sheet& sheet) { return sheet.picture.has_value(); })) {
    room.cell_width = room.cell_height = 1;
    room.max_zoom = desk.Units(24);
  } else {
    room.cell_width = CellWidth(model, desk, sheets);
    room.cell_height = desk.Units(kCell);
  }
  return room;
}

// The places that the lesson gives, and a last row for shown arrays without one.
SheetPlaces PlacesFor(const SceneView& scene, const std::vector<Sheet>& sheets, const SheetRoom& room) {
  std::vector<std::string> names;
  std::vector<SheetSize> sizes;
  for (const Sheet& sheet : sheets) names.push_back(sheet.array.name), sizes.push_back(sheet.size);
  SheetPlaces places = PlacesOf(scene.placed, names);
  std::vector<bool> placed(sheets.size());
  for (const auto& row : places)
    for (const auto& place : row)
      for (const std::size_t sheet : place) placed[sheet] = true;
  if (std::ranges::find(placed, true) == placed.end()) return PlaceFreely(sizes, room);
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < sheets.size(); ++i)
    if (!placed[i]) rest.push_back(i);
  if (!rest.empty()) places.push_back({rest});
  return places;
}

std::uint64_t KeyOf(const std::vector<Sheet>& sheets, const SheetPlaces& places) {
  std::uint64_t key = sheets.size();
  for (const Sheet& sheet : sheets) key = Mixed(Mixed(key, sheet.size.columns), sheet.size.rows);
  for (const auto& row : places) {
    key = Mixed(key, 1'000);
    for (const auto& place : row) {
      key = Mixed(key, 2'000);
      for (const std::size_t sheet : place) key = Mixed(key, sheet);
    }
  }
  return key;
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> Sheet::ColumnAndRow(std::uint64_t cell) const {
  if (!columns.empty()) return {0, cell};
  if (!picture) return {cell % size.columns, cell / size.columns};
  const replay::Pixel pixel = replay::PixelOfCell(*picture, cell);
  return {pixel.x, pixel.y};
}

std::optional<std::uint64_t> Sheet::CellAt(std::uint64_t column, std::uint64_t row) const {
  if (column >= size.columns || row >= size.rows) return std::nullopt;
  if (!columns.empty()) return row < array.count ? std::optional(row) : std::nullopt;
  const std::uint64_t cell =
      picture ? replay::CellOfPixel(*picture, static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row), 0)
              : row * size.columns + column;
  return cell < array.count ? std::optional(cell) : std::nullopt;
}

std::uint64_t Sheet::NumberOfRow(std::uint64_t row) const {
  const bool is_folded = !picture && columns.empty() && array.shape.size() == 1;
  return is_folded ? row * size.columns : row;
}

Area Sheet::AreaOf(std::uint64_t cell) const {
  const auto [column, row] = ColumnAndRow(cell);
  Area area = AreaAt(column, row);
  if (!columns.empty()) area.max.x = cells.max.x;
  return area;
}

Area Sheet::AreaAt(std::uint64_t column, std::uint64_t row) const {
  const ImVec2 min{cells.min.x + static_cast<float>(column) * cell_width,
                   cells.min.y + static_cast<float>(row) * cell_height};
  return {min, {min.x + cell_width, min.y + cell_height}};
}

std::set<std::string> ShownNames(const replay::Model& model, const SceneView& scene,
                                 const std::vector<replay::ArrayInfo>& arrays) {
  std::set<std::string> wanted;
  if (scene.chosen) {
    wanted = *scene.chosen;
  } else {
    for (std::string& name : scene.placed.Names()) wanted.insert(std::move(name));
  }
  std::set<std::string> shown;
  for (const replay::ArrayInfo& array : arrays)
    if (wanted.contains(array.name) && shown.size() < kMostArrays) shown.insert(array.name);
  return shown.empty() ? UsedNames(model, arrays) : shown;
}

SceneSheets LayOutScene(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays,
                        Area canvas) {
  SceneSheets scene;
  std::uint64_t widest_flat = 0;
  for (replay::ArrayInfo& array : ShownArrays(model, desk, arrays)) {
    Sheet sheet{.array = std::move(array)};
    sheet.columns = ColumnsOf(model, sheet.array);
    if (AsPicture(desk, sheet.array)) sheet.picture = replay::PictureOf(model, sheet.array);
    if (sheet.columns.empty() && sheet.array.shape.size() == 1) widest_flat = std::max(widest_flat, sheet.array.count);
    scene.sheets.push_back(std::move(sheet));
  }
  const bool has_pictures =
      std::ranges::any_of(scene.sheets, [](const Sheet& sheet) { return sheet.picture.has_value(); });
  std::vector<SheetSize> sizes;
  for (Sheet& sheet : scene.sheets) {
    sheet.size = SizeOf(sheet, widest_flat);
    sheet.size.name_width = TextWidth(desk.fonts.small, sheet.array.name);
    sizes.push_back(sheet.size);
  }
  SheetRoom room = RoomFor(model, desk, scene.sheets, canvas);
  const SheetPlaces places = PlacesFor(desk.Of<SceneView>(), scene.sheets, room);
  scene.layout = LayOutSheets(places, sizes, room);
  // If the scene must shrink for its height, flatter cells leave larger letters.
  SheetRoom flat = room;
  flat.cell_height = desk.Units(kFlatCell);
  if (SheetLayout flatter = LayOutSheets(places, sizes, flat); !has_pictures && flatter.zoom > scene.layout.zoom) {
    room = flat;
    scene.layout = std::move(flatter);
  }
  scene.most_zoom = room.max_zoom * 2;
  scene.key = Mixed(KeyOf(scene.sheets, places), std::hash<float>{}(room.cell_width + 1000 * room.cell_height));
  for (Sheet& sheet : scene.sheets) {
    sheet.cell_width = room.cell_width, sheet.cell_height = room.cell_height;
    sheet.letter = desk.Units(kLetter);
  }
  return scene;
}

void PutOnScreen(SceneSheets& scene, const Plane& plane, Area canvas) {
  for (std::size_t i = 0; i < scene.sheets.size(); ++i) {
    Sheet& sheet = scene.sheets[i];
    const auto& first = scene.layout.first_cells[i];
    sheet.cell_width *= plane.zoom;
    sheet.cell_height *= plane.zoom;
    sheet.letter *= plane.zoom;
    const ImVec2 min = OnScreen(plane, canvas, {first.x, first.y});
    sheet.cells.min = {std::round(min.x), std::round(min.y)};
    sheet.cells.max = {sheet.cells.min.x + static_cast<float>(sheet.size.columns) * sheet.cell_width,
                       sheet.cells.min.y + static_cast<float>(sheet.size.rows) * sheet.cell_height};
  }
}

bool HasPictures(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays) {
  return std::ranges::any_of(ShownArrays(model, desk, arrays), [&](const replay::ArrayInfo& array) {
    return replay::PictureOf(model, array).has_value();
  });
}

}  // namespace lockstep::viz
