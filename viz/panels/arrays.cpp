#include "shared/replay/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "shared/replay/choose.h"
#include "shared/replay/strangers.h"
#include "shared/replay/view_as.h"
#include "viz/panels/array_cells.h"
#include "viz/panels/array_field.h"
#include "viz/panels/array_picture.h"
#include "viz/panels/array_scene.h"
#include "viz/panels/array_shape.h"
#include "viz/panels/array_view.h"
#include "viz/panels/arrays.h"
#include "viz/panels/cell_keys.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/order.h"
#include "viz/panels/query_view.h"
#include "viz/panels/runs.h"
#include "viz/panels/scene_controls.h"
#include "viz/panels/scene_sheets.h"
#include "viz/panels/scene_view.h"
#include "viz/panels/stops.h"
#include "viz/panels/warp_access.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {
namespace {

std::string SizeText(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  if (bytes < 1 << 20) return fmt::format("{:.1f} KB", static_cast<double>(bytes) / 1024);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1 << 20));
}

std::string ShapeText(const replay::ArrayInfo& array) {
  std::string text = array.element_name;
  for (const std::uint64_t extent : array.shape) text += fmt::format("[{}]", extent);
  return text;
}

// --- the choice of array

// A row of names if there is room, else a menu.
const replay::ArrayInfo& ChooseArray(Selection& selection, Desk& desk, const std::vector<replay::ArrayInfo>& arrays,
                                     Area area) {
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

// --- the choice of element type

// The type in the panel's head opens a menu of other types.
void DrawElementMenu(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array, ImVec2 header) {
  const float x = header.x + desk.Units(24) + TextWidth(desk.fonts.strong, "Memory"), height = desk.Units(24);
  const float y = header.y + desk.Units(6), text = TextWidth(desk.fonts.small, ShapeText(array));
  const float end = std::min(x + text + desk.Units(18), ImGui::GetWindowPos().x + ImGui::GetWindowWidth());
  if (end - x < desk.Units(20)) return;
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({x - desk.Units(5), y});
  if (ImGui::InvisibleButton("element", {end - x + desk.Units(5), height})) ImGui::OpenPopup("elements");
  Reach(desk);
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
    const auto chosen = replay::ElementOf(model, array.object);
    const std::string recorded = replay::RecordedElement(model, array.object) + "  as recorded";
    if (ImGui::Selectable(recorded.c_str(), !chosen)) desk.Of<ArrayView>().view_as = {array.object, std::nullopt};
    Reach(desk, !chosen);
    ImGui::Separator();
    const auto& names = replay::ElementNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (ImGui::Selectable(names[i].c_str(), chosen == i)) desk.Of<ArrayView>().view_as = {array.object, i};
      Reach(desk, chosen == i);
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(cursor);
}

// --- the choice of cells or picture

const std::vector<std::string> kAllWays = {"picture", "cells", "warp"}, kNoPicture = {"cells", "warp"};

// Draws the choice in the bar with its right end at `right`. True if the array is shown as cells and not by warp.
bool ChooseWay(Desk& desk, const replay::ArrayInfo& array, bool has_picture, float right, float top) {
  bool as_cells = desk.Of<ArrayView>().as_cells.value_or(!IsImage(array));
  const std::vector<std::string>& ways = has_picture ? kAllWays : kNoPicture;
  const int last = static_cast<int>(ways.size()) - 1;
  const int shown = desk.Of<ArrayView>().by_warp ? last : has_picture ? as_cells : 0;
  const int way = DrawChoice(desk, "way", {right - ChoiceWidth(desk, ways), top}, ways, shown);
  desk.Of<ArrayView>().by_warp = way == last;
  if (way != shown && way != last && has_picture) desk.Of<ArrayView>().as_cells = as_cells = way == 1;
  return as_cells;
}

// Pictures of the same size keep the user's zoom and place, so that they can be compared.
void BeginToShow(const replay::Model& model, Desk& desk, const replay::ArrayInfo& array,
                 const std::optional<replay::PictureShape>& shape) {
  const auto old = model.object(desk.Of<ArrayView>().shown) ? replay::DescribeArray(model, desk.Of<ArrayView>().shown)
                                                            : std::nullopt;
  const auto old_shape = old ? PictureOf(model, AsShown(model, desk, *old)) : std::nullopt;
  const bool same = shape && old_shape && shape->width == old_shape->width && shape->height == old_shape->height;
  if (!same || desk.Of<ArrayView>().launch != model.launch_place()) desk.Of<ArrayView>().plane = {};
  desk.Of<ArrayView>().shown = array.object;
  desk.Of<ArrayView>().launch = model.launch_place();
  desk.Of<ArrayView>().scrolled_to.reset();
}

}  // namespace

namespace {

// "6661 of 6700 blocks not recorded: as at the end", where there is room. Returns what is left of the canvas.
Area DrawStrangers(const replay::Model& model, Desk& desk, Area canvas) {
  if (canvas.height() < desk.Units(120)) return canvas;
  const trace::RecordedLaunch& launch = model.launch();
  const std::uint64_t all = launch.grid.Count();
  const std::string text = fmt::format("{} of {} blocks not recorded: as at the end", all - launch.blocks.size(), all);
  const float size = desk.Units(10), y = canvas.max.y - desk.fonts.small->FontSize - desk.Units(1);
  const ImVec2 swatch{canvas.min.x, y + (desk.fonts.small->FontSize - size) / 2 + 1};
  const Area box{swatch, {swatch.x + size * 1.6f, swatch.y + size}};
  DrawHatching(desk, box, canvas);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(box.min, box.max, WithAlpha(desk.color().quiet, 0.4f));
  draw->AddRect(box.min, box.max, desk.color().line);
  const float x = box.max.x + desk.Units(6);
  const float width =
      DrawText(draw, desk.fonts.small, {x, y}, desk.color().quiet, FitText(desk.fonts.small, text, canvas.max.x - x));
  desk.controls["as at the end"] = {{box.min.x, y}, {x + width, canvas.max.y}};
  return {canvas.min, {canvas.max.x, canvas.max.y - desk.Units(24)}};
}

// One array, in the canvas under its bar.
void DrawOneArray(const replay::Model& model, Selection& selection, Desk& desk, const replay::ArrayInfo& array,
                  const std::optional<replay::PictureShape>& shape, bool as_cells, Area canvas) {
  if (desk.Of<ArrayView>().shown != array.object || desk.Of<ArrayView>().launch != model.launch_place())
    BeginToShow(model, desk, array, shape);
  if (desk.Of<ArrayView>().by_warp) return DrawWarpAccess(model, selection, desk, array, canvas);
  desk.Of<ArrayView>().has_strangers = array.kept && replay::HasStrangers(model, array.object);
  if (desk.Of<ArrayView>().has_strangers) canvas = DrawStrangers(model, desk, canvas);
  if (!array.kept) {
    DrawNotice(desk, canvas, "These bytes were not recorded",
               "They were too many to keep, and no recorded thread used them.");
  } else if (shape && !as_cells) {
    DrawPicture(model, selection, desk, array, *shape, canvas);
  } else {
    DrawCells(model, selection, desk, array, canvas);
  }
}

// The array and its bar: which one, in which shape, in which way.
void DrawArrayBar(const replay::Model& model, Selection& selection, Desk& desk,
                  const std::vector<replay::ArrayInfo>& arrays, const replay::ArrayInfo& shown, Area bar, Area canvas) {
  const float gap = desk.Units(16);
  const bool is_table = !ColumnsOf(model, InShownField(model, desk, shown)).empty();
  const float ways = ChoiceWidth(desk, PictureOf(model, AsShown(model, desk, shown)) ? kAllWays : kNoPicture);
  const bool has_fields = !replay::FieldsOf(model, shown.element).empty();
  float left = bar.max.x - (has_fields ? ways : ChoiceWidth(desk, kAllWays)) - gap;
  if (has_fields) left = DrawFieldMenu(model, desk, shown, {left, bar.min.y}) - gap / 2;
  // If there is no room for all, the choice of the array counts more; W chooses the shape, too.
  if (!is_table && left - bar.min.x > desk.Units(180)) left = DrawShapeMenu(model, desk, shown, {left, bar.min.y});
  const replay::ArrayInfo& chosen = ChooseArray(selection, desk, arrays, {bar.min, {left - gap, bar.max.y}});
  const replay::ArrayInfo array = AsShown(model, desk, chosen);
  const auto shape = PictureOf(model, array);
  const bool as_cells = ChooseWay(desk, array, shape.has_value(), bar.max.x, bar.min.y);
  if (canvas.height() >= desk.Units(20)) DrawOneArray(model, selection, desk, array, shape, as_cells, canvas);
}

// The scene's choices stand in the panel's head, which leaves more room for the arrays.
void DrawSceneHead(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays, Area head) {
  static const std::vector<std::string> kWays = {"picture", "cells"};
  const float gap = desk.Units(10), y = head.min.y + desk.Units(6);
  float right = head.max.x;
  if (HasPictures(model, desk, arrays)) {
    right -= ChoiceWidth(desk, kWays);
    const int before = desk.Of<ArrayView>().as_cells.value_or(std::ranges::none_of(arrays, replay::IsImage));
    const int way = DrawChoice(desk, "way", {right, y}, kWays, before);
    if (way != before) desk.Of<ArrayView>().as_cells = way == 1;
    right -= gap;
  }
  if (right - head.min.x > desk.Units(40)) DrawSceneMenu(model, desk, arrays, {{head.min.x, y}, {right, head.max.y}});
}

const std::vector<std::string> kOneOrScene = {"one", "scene"};

}  // namespace

void DrawArrays(const replay::Model& model, Selection& selection, Desk& desk) {
  const auto arrays = replay::ListArrays(model, selection.block);
  if (arrays.empty()) {
    const Area area = DrawHeader(desk, "Memory", "");
    DrawNotice(desk, area, "No arrays", "This launch was recorded without any device or shared memory.");
    return;
  }
  if (desk.Of<ArrayView>().launch != model.launch_place()) desk.Of<ArrayView>().source_shapes.clear();
  const auto before = std::ranges::find(arrays, selection.object, &replay::ArrayInfo::object);
  const replay::ArrayInfo& shown = before == arrays.end() ? arrays.front() : *before;
  const std::string detail =
      fmt::format("{}     · {} · {}", ShapeText(shown), SizeText(shown.count * shown.element_size),
                  trace::IsLaunchObject(shown.object) ? "shared by the block" : "global");
  const float pad = desk.Units(14), choice = ChoiceWidth(desk, kOneOrScene);
  const ImVec2 header = ImGui::GetCursorScreenPos();
  Area head;
  Area area = DrawHeader(desk, "Memory", desk.Of<SceneView>().shown ? OfWhichRun(desk) : OfWhichRun(desk) + detail,
                         choice, &head);
  area.min.x += pad, area.max = {area.max.x - pad, area.max.y - desk.Units(12)};
  if (HasCellButtons(model, selection, desk, area)) {
    area.max.y -= desk.Units(22);
    DrawCellButtons(model, selection, desk,
                    {{area.min.x, area.max.y + desk.Units(8)}, {area.max.x, area.max.y + desk.Units(30)}});
  }
  desk.Of<SceneView>().shown = DrawChoice(desk, "scene", {head.max.x - choice, head.min.y + desk.Units(6)}, kOneOrScene,
                                          desk.Of<SceneView>().shown) == 1;
  if (desk.Of<SceneView>().shown) {
    DrawSceneHead(model, desk, arrays, {head.min, {head.max.x - choice - desk.Units(10), head.max.y}});
    DrawArrayScene(model, selection, desk, arrays, area);
    return;
  }
  DrawElementMenu(model, desk, shown, header);
  const Area bar{area.min, {area.max.x, area.min.y + desk.Units(24)}};
  const Area canvas{{area.min.x, bar.max.y + desk.Units(10)}, area.max};
  DrawArrayBar(model, selection, desk, arrays, shown, bar, canvas);
}

void StopReaders(Desk& desk) {
  if (desk.Of<QueryView>().asking) desk.Of<QueryView>().asking->Stop();
  desk.Of<StopsView>().finder.Stop();
  StopWatching(desk);
  desk.Of<OrderView>().work.Stop();
  if (RunsView* runs = desk.Find<RunsView>(); runs && runs->work.is_running()) {
    runs->work.Stop();
    runs->is_to_compare = true;
  }
}

namespace {

void ChooseNextArray(View& view, std::size_t) {
  const auto arrays = replay::ListArrays(*view.model, view.selection.block);
  const auto shown = std::ranges::find(arrays, view.selection.object, &replay::ArrayInfo::object);
  if (arrays.empty()) return;
  const bool is_last = shown == arrays.end() || shown + 1 == arrays.end();
  view.selection.object = is_last ? arrays.front().object : (shown + 1)->object;
}

void ShowAsPictureOrCells(View& view, std::size_t) {
  ArrayView& shown = view.desk.Of<ArrayView>();
  shown.by_warp = false;
  if (const auto array = replay::DescribeArray(*view.model, view.selection.object))
    shown.as_cells = !shown.as_cells.value_or(!IsImage(*array));
}

void ViewAsRequested(View& view) {
  if (!view.desk.Of<ArrayView>().view_as) return;
  const ViewAsRequest request = *std::exchange(view.desk.Of<ArrayView>().view_as, std::nullopt);
  StopReaders(view.desk);
  replay::ViewAs(*view.model, request.object, request.element);
  view.desk.Of<ArrayView>().picture = {};
  view.desk.Of<ArrayView>().source_shapes.clear();
  view.desk.Of<ArrayView>().launch = 0xffffffff;
  view.desk.Of<SceneView>().value_widths.clear();
  view.selection.object = request.object;
  view.selection.cell.reset();
  replay::Follow(*view.model, view.selection);
}

void ForgetArrays(Desk& desk) {
  desk.Of<ArrayView>().part.reset();
  desk.Of<ArrayView>().picture = {};
  desk.Of<ArrayView>().source_shapes.clear();
  desk.Of<ArrayView>().scrolled_to.reset();
  desk.Of<ArrayView>().launch = 0xffffffff;
  desk.Of<SceneView>().footprints.clear();
  desk.Of<SceneView>().value_widths.clear();
  desk.Of<SceneView>().origins.clear();
  desk.Of<SceneView>().origins_key = desk.Of<SceneView>().fitted_key = 0;
  for (auto& [place, paint] : desk.Of<SceneView>().paints) paint.key = 0, paint.picture = {};
}

void ShowByWarp(View& view, std::size_t) {
  view.desk.Of<ArrayView>().by_warp = view.desk.Of<SceneView>().shown || !view.desk.Of<ArrayView>().by_warp;
  view.desk.Of<SceneView>().shown = false;
}

void ShowScene(View& view, std::size_t) { view.desk.Of<SceneView>().shown = !view.desk.Of<SceneView>().shown; }

}  // namespace

const Panel kMemory{.name = "memory",
                    .place = PanelPlace::kCorner,
                    .group = "Place",
                    .draw = DrawModel<DrawArrays>,
                    .keys = {{{"X"}, "the next array", ChooseNextArray},
                             {{"V"}, "array as a picture or as cells", ShowAsPictureOrCells},
                             {{"W"},
                              "rows of a flat array: as in the source, or as they fit",
                              [](View& v, std::size_t) { ChooseNextShape(*v.model, v.selection, v.desk); }},
                             {{"Shift X"},
                              "an array of structs: its next field, or all as columns",
                              [](View& v, std::size_t) { ChooseNextField(*v.model, v.selection, v.desk); }},
                             {{"B"}, "the warp's memory requests: sectors and banks", ShowByWarp},
                             {{"A"}, "several arrays at once: the scene", ShowScene},
                             {{"Shift A"},
                              "in the scene: what thread, warp or block has touched",
                              [](View& v, std::size_t) { WidenFootprint(v.desk); }}},
                    .prepare = ViewAsRequested,
                    .forget = ForgetArrays,
                    .release = [](Desk& desk) {
                      desk.Of<ArrayView>().texture.Release();
                      desk.Of<SceneView>().paints.clear();
                    }};

}  // namespace lockstep::viz
