#include "viz/panels/array_shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/arrays.h"
#include "shared/replay/source_shape.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_view.h"
#include "viz/panels/controls.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

constexpr std::uint64_t kWidest = 4096;   // columns of an offered shape
constexpr std::size_t kMostOffered = 24;  // offered rectangles besides the source's shapes

const std::vector<Shape>& ShapesInSource(const replay::Model& model, Desk& desk, const replay::ArrayInfo& flat) {
  const auto [shapes, is_new] = desk.Of<ArrayView>().source_shapes.try_emplace(flat.object);
  if (is_new) shapes->second = replay::SourceShapes(model, flat);
  return shapes->second;
}

Shape ShownShape(const replay::Model& model, Desk& desk, const replay::ArrayInfo& flat) {
  const auto chosen = desk.Of<ArrayView>().chosen_shapes.find(flat.name);
  if (chosen != desk.Of<ArrayView>().chosen_shapes.end()) {
    std::uint64_t count = 1;
    for (const std::uint64_t extent : chosen->second) count *= extent;
    if (count == flat.count) return chosen->second;
  }
  const auto& in_source = ShapesInSource(model, desk, flat);
  return in_source.empty() ? flat.shape : in_source.front();
}

// The source's shapes, flat, and every other rectangle without remainder.
std::vector<Shape> ShapesToOffer(const replay::Model& model, Desk& desk, const replay::ArrayInfo& flat) {
  std::vector<Shape> shapes = ShapesInSource(model, desk, flat);
  shapes.push_back(flat.shape);
  for (Shape& shape : Rectangles(flat.count))
    if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(std::move(shape));
  return shapes;
}

std::string NameOf(const Shape& shape) {
  return shape.size() == 1 ? "flat" : fmt::format("{}", fmt::join(shape, " × "));
}

}  // namespace

std::vector<Shape> Rectangles(std::uint64_t count) {
  std::vector<Shape> shapes;
  for (std::uint64_t columns = 2; columns <= std::min(kWidest, count / 2); ++columns)
    if (count % columns == 0) shapes.push_back({count / columns, columns});
  std::ranges::sort(shapes, {}, [](const Shape& shape) { return std::pair(std::max(shape[0], shape[1]), shape[0]); });
  if (shapes.size() > kMostOffered) shapes.resize(kMostOffered);
  std::ranges::sort(shapes, {}, [](const Shape& shape) { return shape[1]; });
  return shapes;
}

float DrawShapes(Desk& desk, const std::vector<Shape>& shapes, Shape& shown, ImVec2 right) {
  if (shapes.size() < 2) return right.x;
  std::vector<std::string> names;
  float width = 0;
  for (const Shape& shape : shapes) {
    names.push_back(NameOf(shape));
    width = std::max(width, TextWidth(desk.fonts.small, names.back()));
  }
  width += desk.Units(24 + 2 * 9);  // the arrow, the frame
  const auto place = static_cast<int>(std::ranges::find(shapes, shown) - shapes.begin());
  const int clicked = DrawMenu(desk, "shape", {right.x - width, right.y}, width, names, place);
  if (clicked != place) shown = shapes[static_cast<std::size_t>(clicked)];
  return right.x - width;
}

replay::ArrayInfo AsShown(const replay::Model& model, Desk& desk, replay::ArrayInfo array) {
  array = InShownField(model, desk, std::move(array));
  if (array.shape.size() == 1) array.shape = ShownShape(model, desk, array);
  return array;
}

float DrawShapeMenu(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array, ImVec2 right) {
  if (array.shape.size() != 1) return right.x;
  const Shape before = ShownShape(model, desk, array);
  Shape shown = before;
  const float left = DrawShapes(desk, ShapesToOffer(model, desk, array), shown, right);
  if (shown != before) desk.Of<ArrayView>().chosen_shapes[array.name] = std::move(shown);
  return left;
}

void ChooseNextShape(const replay::Model& model, const Selection& selection, Desk& desk) {
  const auto array = replay::DescribeArray(model, selection.object);
  if (!array || array->shape.size() != 1) return;
  std::vector<Shape> shapes = ShapesInSource(model, desk, *array);
  shapes.push_back(array->shape);
  const auto shown = std::ranges::find(shapes, ShownShape(model, desk, *array));
  desk.Of<ArrayView>().chosen_shapes[array->name] =
      shown == shapes.end() || shown + 1 == shapes.end() ? shapes.front() : *(shown + 1);
}

}  // namespace lockstep::viz
