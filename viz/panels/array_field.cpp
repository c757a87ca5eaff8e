#include "viz/panels/array_field.h"

#include <algorithm>

#include "shared/replay/choose.h"
#include "viz/panels/array_view.h"
#include "viz/panels/controls.h"
#include "viz/panels/ink.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {
namespace {

std::optional<replay::Field> FieldAt(const replay::Model& model, const replay::ArrayInfo& array,
                                     const std::string& path) {
  const auto fields = replay::FieldsOf(model, array.element);
  const auto found = std::ranges::find(fields, path, &replay::Field::path);
  return found == fields.end() ? std::nullopt : std::optional(*found);
}

const std::string& ShownPath(const Desk& desk, const std::string& array) {
  static const std::string none;
  const auto chosen = desk.Of<ArrayView>().fields.find(array);
  return chosen == desk.Of<ArrayView>().fields.end() ? none : chosen->second;
}

}  // namespace

replay::ArrayInfo InShownField(const replay::Model& model, const Desk& desk, replay::ArrayInfo array) {
  if (const std::string& path = ShownPath(desk, array.name); !path.empty()) array.field = FieldAt(model, array, path);
  return array;
}

std::vector<replay::ArrayInfo> ColumnsOf(const replay::Model& model, const replay::ArrayInfo& array) {
  std::vector<replay::ArrayInfo> columns;
  if (array.field) return columns;
  for (replay::Field& field : replay::FieldsOf(model, array.element))
    columns.push_back(replay::WithField(array, std::move(field)));
  return columns;
}

std::optional<replay::ArrayInfo> ArrayOfCell(const replay::Model& model, const Selection& selection, const Desk& desk) {
  const auto& cell = selection.cell;
  auto array = cell ? replay::DescribeArray(model, cell->object) : std::nullopt;
  if (!array || cell->index >= array->count) return std::nullopt;
  array = InShownField(model, desk, std::move(*array));
  const auto& part = desk.Of<ArrayView>().part;
  if (!array->field && part && part->cell == *cell) array->field = FieldAt(model, *array, part->path);
  return array;
}

void ChooseCellIn(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                  std::uint64_t cell) {
  const replay::Cell chosen{array.object, cell};
  replay::ChooseCell(model, selection, chosen);
  desk.Of<ArrayView>().part = array.field ? std::optional(ChosenPart{chosen, array.field->path}) : std::nullopt;
}

void ShowField(Desk& desk, const std::string& array, const std::string& path) {
  if (path.empty())
    desk.Of<ArrayView>().fields.erase(array);
  else
    desk.Of<ArrayView>().fields[array] = path;
  desk.Of<ArrayView>().part.reset();
  desk.Of<ArrayView>().picture = {};
  desk.Of<ArrayView>().plane = {};
  desk.Of<ArrayView>().scrolled_to.reset();
  desk.Of<SceneView>().value_widths.clear();
}

float DrawFieldMenu(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array, ImVec2 right) {
  const auto fields = replay::FieldsOf(model, array.element);
  if (fields.empty()) return right.x;
  std::vector<std::string> names{"all fields"};
  int shown = 0;
  for (const replay::Field& field : fields) {
    if (field.path == ShownPath(desk, array.name)) shown = static_cast<int>(names.size());
    names.emplace_back(replay::NameOf(field));
  }
  float width = 0;
  for (const std::string& name : names) width = std::max(width, TextWidth(desk.fonts.small, name));
  width = std::min(width, desk.Units(120)) + desk.Units(24 + 2 * 9);  // the arrow, the frame
  const int chosen = DrawMenu(desk, "field", {right.x - width, right.y}, width, names, shown);
  if (chosen != shown)
    ShowField(desk, array.name, chosen == 0 ? "" : fields[static_cast<std::size_t>(chosen) - 1].path);
  return right.x - width;
}

void ChooseNextField(const replay::Model& model, const Selection& selection, Desk& desk) {
  const auto array = replay::DescribeArray(model, selection.object);
  const auto fields = array ? replay::FieldsOf(model, array->element) : std::vector<replay::Field>{};
  if (fields.empty()) return;
  const auto shown = std::ranges::find(fields, ShownPath(desk, array->name), &replay::Field::path);
  if (shown == fields.end())
    ShowField(desk, array->name, fields.front().path);
  else
    ShowField(desk, array->name, shown + 1 == fields.end() ? "" : (shown + 1)->path);
}

}  // namespace lockstep::viz
