#include "viz/app/panel_area.h"

#include <algorithm>

#include "viz/panels/focus.h"
#include "viz/panels/look.h"

namespace lockstep::viz {

void PanelIn(const char* name, Area area, const std::function<void()>& draw) {
  ImGui::SetNextWindowPos(area.min);
  ImGui::SetNextWindowSize({std::max(area.width(), 1.0f), std::max(area.height(), 1.0f)});
  constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
  ImGui::Begin(name, nullptr, kFixed);
  draw();
  ImGui::End();
}

void Splitter(Desk& desk, const char* name, Area line, bool vertical, float& share, float extent) {
  const float reach = desk.Units(4);
  Area grip = line;
  if (vertical)
    grip.min.x -= reach, grip.max.x += reach;
  else
    grip.min.y -= reach, grip.max.y += reach;
  PanelIn(name, grip, [&] {
    ImGui::GetWindowDrawList()->AddRectFilled(grip.min, grip.max, desk.color().panel);
    ImGui::InvisibleButton("grip", {grip.width(), grip.height()});
    const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (hovered || active) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const Arrows by = ReachWithArrows(desk, "grip by keys", line, true);
    share += static_cast<float>(vertical ? by.x : by.y) * desk.Units(16) / extent;
    if (active) share += (vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y) / extent;
    share = std::clamp(share, Settings::kLeastShare, Settings::kMostShare);
    const ImU32 color = active ? desk.color().chosen : hovered ? desk.color().mark : desk.color().line;
    ImGui::GetWindowDrawList()->AddRectFilled(line.min, line.max, color);
  });
}

}  // namespace lockstep::viz
