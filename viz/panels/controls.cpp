#include "viz/panels/controls.h"

#include "viz/panels/focus.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {

float ChoiceWidth(const Desk& desk, const std::vector<std::string>& choices) {
  float width = 0;
  for (const std::string& choice : choices) width += TextWidth(desk.fonts.small, choice) + desk.Units(18);
  return width;
}

int DrawChoice(Desk& desk, const char* id, ImVec2 at, const std::vector<std::string>& choices, int chosen,
               float* width) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float height = desk.Units(24), total = ChoiceWidth(desk, choices), round = desk.Units(6);
  draw->AddRectFilled(at, {at.x + total, at.y + height}, desk.color().raised, round);
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  desk.controls[id] = {at, {at.x + total, at.y + height}};
  desk.anchors.covers.push_back(desk.controls[id]);
  ImGui::PushID(id);
  float x = at.x;
  for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
    const std::string& choice = choices[static_cast<std::size_t>(i)];
    const float w = TextWidth(desk.fonts.small, choice) + desk.Units(18);
    ImGui::SetCursorScreenPos({x, at.y});
    ImGui::PushID(i);
    const bool clicked = ImGui::InvisibleButton("choice", {w, height});
    Reach(desk, i == chosen);
    const bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    const ImVec2 max{x + w, at.y + height};
    const float inset = desk.Units(2);
    if (i == chosen) {
      const ImVec2 a{x + inset, at.y + inset}, b{max.x - inset, max.y - inset};
      draw->AddRectFilled(a, b, desk.color().panel, round - inset);
      draw->AddRect(a, b, desk.color().line, round - inset);
    }
    const ImU32 color = i == chosen || hovered ? desk.color().text : desk.color().quiet;
    DrawText(draw, desk.fonts.small, {x + desk.Units(9), at.y + (height - desk.fonts.small->FontSize) / 2}, color,
             choice);
    if (clicked) chosen = i;
    x += w;
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(cursor);
  if (width) *width = total;
  return chosen;
}

int DrawMenu(Desk& desk, const char* id, ImVec2 at, float width, const std::vector<std::string>& choices, int chosen) {
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const float height = desk.Units(24);
  desk.controls[id] = {at, {at.x + width, at.y + height}};
  desk.anchors.covers.push_back(desk.controls[id]);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(id);
  ImGui::PushFont(desk.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {desk.Units(9), (height - desk.fonts.small->FontSize) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(8), desk.Units(8)});
  ImGui::SetNextItemWidth(width);
  const bool has_choice = chosen >= 0 && chosen < static_cast<int>(choices.size());
  Reach(desk, "##menu", desk.controls[id]);
  if (ImGui::BeginCombo("##menu", has_choice ? choices[static_cast<std::size_t>(chosen)].c_str() : "")) {
    for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
      ImGui::PushID(i);
      if (ImGui::Selectable(choices[static_cast<std::size_t>(i)].c_str(), i == chosen)) chosen = i;
      Reach(desk, i == chosen);
      desk.controls[std::string(id) + ": " + choices[static_cast<std::size_t>(i)]] = {ImGui::GetItemRectMin(),
                                                                                      ImGui::GetItemRectMax()};
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  ImGui::PopID();
  ImGui::SetCursorScreenPos(cursor);
  return chosen;
}

bool WordsButton(Desk& desk, const char* name, ImVec2 at, std::string_view words, std::string_view key) {
  const Palette& c = desk.color();
  const float height = desk.Units(26), pad = desk.Units(10);
  const float key_width = key.empty() ? 0 : TextWidth(desk.fonts.code_small, key) + desk.Units(10);
  const Area area{at, {at.x + TextWidth(desk.fonts.small, words) + key_width + 2 * pad, at.y + height}};
  desk.controls[name] = area;
  const bool clicked = Clickable(desk, name, area);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(area.min, area.max, hovered ? c.chosen_soft : c.panel, desk.Units(6));
  draw->AddRect(area.min, area.max, hovered ? c.chosen : c.mark, desk.Units(6));
  const float y = area.center().y;
  const float x =
      at.x + pad + DrawText(draw, desk.fonts.small, {at.x + pad, y - desk.fonts.small->FontSize / 2}, c.text, words);
  DrawText(draw, desk.fonts.code_small, {x + desk.Units(10), y - desk.fonts.code_small->FontSize / 2}, c.quiet, key);
  return clicked;
}

}  // namespace lockstep::viz
