#include "viz/panels/lesson_frame.h"

namespace lockstep::viz {

void SetFramed(Desk& desk, TextSetter& setter, ImU32 color, const std::function<void(TextSetter&)>& content) {
  const float pad = desk.Units(12), left = setter.left(), top = setter.y();
  TextSetter probe = TextSetter::Measuring(desk, setter.right() - left - 2 * pad);
  Links counted = setter.links() ? *setter.links() : Links();
  probe.Collect(&counted);
  content(probe);
  const ImVec2 max{setter.right(), top + probe.y() + 2 * pad - desk.Units(6)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({left, top}, max, Blend(desk.color().panel, color, 0.06f), desk.Units(6));
  draw->AddRectFilled({left, top}, {left + desk.Units(3), max.y}, color, desk.Units(2));
  TextSetter inside(desk, left + pad, setter.right() - pad);
  inside.Collect(setter.links());
  inside.SetY(top + pad - desk.Units(2));
  content(inside);
  setter.SetY(max.y + desk.Units(4));
}

}  // namespace lockstep::viz
