#include "viz/panels/scene_controls.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/scene_paint.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {
namespace {

struct Legend {
  Desk& desk;
  ImDrawList* draw;
  float x = 0, y = 0, end = 0;  // of the row; y is its middle
  bool HasRoomFor(float width) const { return x + width <= end; }
};

void Swatch(Legend& legend, ImU32 color) {
  const float size = legend.desk.Units(10);
  legend.draw->AddRectFilled({legend.x, legend.y - size / 2}, {legend.x + size, legend.y + size / 2}, color,
                             legend.desk.Units(2.5f));
  legend.x += size + legend.desk.Units(2);
}

void Word(Legend& legend, std::string_view word, ImU32 color) {
  ImFont* font = legend.desk.fonts.small;
  legend.x += legend.desk.Units(3);
  legend.x += DrawText(legend.draw, font, {legend.x, legend.y - font->FontSize / 2}, color, word);
  legend.x += legend.desk.Units(12);
}

float WidthOf(const Legend& legend, std::string_view word, int swatches) {
  return TextWidth(legend.desk.fonts.small, word) + legend.desk.Units(15 + 12 * static_cast<float>(swatches));
}

// A click shows the footprints up to this one, or without it if it is the widest of those shown.
void DrawChip(Legend& legend, FootprintOf whose, const char* word) {
  Desk& desk = legend.desk;
  const float width = WidthOf(legend, word, 2), height = desk.Units(22);
  const Area area{{legend.x - desk.Units(3), legend.y - height / 2},
                  {legend.x + width - desk.Units(9), legend.y + height / 2}};
  desk.controls[fmt::format("footprint {}", word)] = area;
  ImGui::SetCursorScreenPos(area.min);
  if (ImGui::InvisibleButton(word, {area.width(), area.height()})) {
    const auto narrower = static_cast<FootprintOf>(static_cast<int>(whose) - 1);
    desk.Of<SceneView>().footprint = desk.Of<SceneView>().footprint == whose ? narrower : whose;
  }
  Reach(desk);
  const bool is_shown = whose <= desk.Of<SceneView>().footprint;
  if (ImGui::IsItemHovered()) {
    legend.draw->AddRectFilled(area.min, area.max, desk.color().raised, desk.Units(5));
    BeginTip(desk);
    TipRow(desk,
           fmt::format("cells that the {}{} has read, or written, up to now",
                       whose == FootprintOf::kThread ? "chosen " : "thread's ", word),
           "");
    EndTip();
  }
  const ImU32 hidden = desk.color().line;
  Swatch(legend, is_shown ? FootprintColor(desk, whose, false) : hidden);
  Swatch(legend, is_shown ? FootprintColor(desk, whose, true) : hidden);
  Word(legend, word, is_shown ? desk.color().text : desk.color().quiet);
}

void DrawMeanings(Legend& legend, bool has_shared) {
  const Palette& c = legend.desk.color();
  const auto swatch = [&](ImU32 color, const char* word) {
    if (!legend.HasRoomFor(WidthOf(legend, word, 1))) return;
    Swatch(legend, color);
    Word(legend, word, c.quiet);
  };
  swatch(c.read, "read");
  swatch(c.write, "written");
  const float size = legend.desk.Units(10);
  if (legend.HasRoomFor(WidthOf(legend, "last accesses", 1))) {
    legend.draw->AddLine({legend.x, legend.y + size / 3}, {legend.x + size, legend.y - size / 3},
                         WithAlpha(c.chosen, 0.6f), legend.desk.Units(1.6f));
    legend.x += size;
    Word(legend, "last accesses", c.quiet);
  }
  if (!has_shared || !legend.HasRoomFor(WidthOf(legend, "loaded from", 1))) return;
  legend.draw->AddRect({legend.x, legend.y - size / 2}, {legend.x + size, legend.y + size / 2}, c.text,
                       legend.desk.Units(2.5f), 0, legend.desk.Units(1.6f));
  legend.x += size;
  Word(legend, "loaded from", c.quiet);
}

void Toggle(SceneView& scene, const std::set<std::string>& shown, const std::string& name) {
  scene.chosen = shown;
  if (scene.chosen->erase(name) == 0) scene.chosen->insert(name);
  if (scene.chosen->empty()) scene.chosen->insert(name);
}

}  // namespace

void DrawSceneMenu(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays, Area area) {
  const std::set<std::string> shown = ShownNames(model, desk.Of<SceneView>(), arrays);
  const float height = desk.Units(24), width = std::min(area.width(), desk.Units(110));
  const std::string title = shown.size() == 1 ? *shown.begin() : fmt::format("{} arrays", shown.size());
  desk.controls["arrays"] = {area.min, {area.min.x + width, area.min.y + height}};
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushFont(desk.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {desk.Units(9), (height - desk.fonts.small->FontSize) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(8), desk.Units(8)});
  ImGui::SetNextItemWidth(width);
  Reach(desk, "##arrays", desk.controls["arrays"]);
  if (ImGui::BeginCombo("##arrays", title.c_str())) {
    std::set<std::string> drawn;
    for (const replay::ArrayInfo& array : arrays) {
      if (!drawn.insert(array.name).second) continue;
      if (ImGui::MenuItem(array.name.c_str(), nullptr, shown.contains(array.name)))
        Toggle(desk.Of<SceneView>(), shown, array.name);
      Reach(desk);
      desk.controls["show " + array.name] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    }
    ImGui::EndCombo();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(cursor);
}

float DrawSceneLegend(const replay::Model& model, const Selection& selection, Desk& desk,
                      const std::vector<replay::ArrayInfo>& arrays, Area area) {
  const float height = desk.Units(26);
  if (area.height() < desk.Units(120)) return 0;
  Legend legend{desk, ImGui::GetWindowDrawList(), area.min.x + desk.Units(3), area.max.y - height / 2 + desk.Units(3),
                area.max.x};
  if (model.SlotOf(selection.block, selection.thread) == replay::ThreadSlot::kNone) {
    Word(legend, "The chosen thread's block was not recorded: it has no footprint.", desk.color().quiet);
    return height;
  }
  DrawChip(legend, FootprintOf::kThread, "thread");
  DrawChip(legend, FootprintOf::kWarp, "warp");
  DrawChip(legend, FootprintOf::kBlock, "block");
  DrawMeanings(legend, std::ranges::any_of(
                           arrays, [](const replay::ArrayInfo& array) { return trace::IsLaunchObject(array.object); }));
  return height;
}

}  // namespace lockstep::viz
