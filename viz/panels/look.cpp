#include "viz/panels/look.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "viz/panels/findings.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/present.h"
#include "viz/panels/scene_view.h"

namespace lockstep::viz {
namespace {

constexpr std::pair<const char*, float Desk::*> kShares[] = {
    {"lesson", &Desk::lesson_width},
    {"findings", &Desk::findings_width},
    {"answer", &Desk::answer_width},
    {"right", &Desk::right_width},
    {"source", &Desk::source_height},
    {"grid", &Desk::grid_height},
    {"right beside scene", &Desk::right_width_beside_scene},
    {"grid beside scene", &Desk::grid_height_beside_scene},
};
constexpr std::pair<const char*, float PresentView::*> kPresented[] = {
    {"presented lesson", &PresentView::lesson_width},
    {"presented source", &PresentView::source_height},
    {"presented memory", &PresentView::memory_width},
};

void SetTextSize(Desk& desk, int size) {
  desk.text_size = size;
  desk.FindScale();
}

// They act wherever letters are typed, too.
bool TakeKeyOfLook(View& view, std::string_view key) {
  Desk& desk = view.desk;
  if (key == "Ctrl +" || key == "Ctrl =" || key == "Ctrl Shift +" || key == "Ctrl Shift =")
    return SetTextSize(desk, NextTextSize(desk.text_size, true)), true;
  if (key == "Ctrl -" || key == "Ctrl Shift -") return SetTextSize(desk, NextTextSize(desk.text_size, false)), true;
  if (key != "Ctrl 0") return false;
  SetTextSize(desk, Settings().text_size);
  return true;
}

// Ctrl and the wheel, wherever the mouse is; nothing else sees that wheel.
void FollowWheel(View& view) {
  ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyCtrl || io.MouseWheel == 0) return;
  SetTextSize(view.desk, NextTextSize(view.desk.text_size, io.MouseWheel > 0));
  io.MouseWheel = 0;
}

}  // namespace

void DrawTextSizes(Desk& desk) {
  ImGui::PushFont(desk.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(8), desk.Units(8)});
  if (ImGui::BeginPopup("text sizes")) {
    for (int size = Settings::kLeastText;; size = NextTextSize(size, true)) {
      const std::string text = fmt::format("{} %{}", size, size == Settings().text_size ? "   Ctrl 0" : "");
      if (ImGui::Selectable(text.c_str(), size == desk.text_size, 0, {desk.Units(110), 0})) SetTextSize(desk, size);
      Reach(desk, size == desk.text_size);
      desk.controls[fmt::format("text {}", size)] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
      if (size == Settings::kMostText) break;
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

Settings SettingsOf(const Desk& desk, bool has_lesson, const Settings& before) {
  Settings settings = before;
  settings.dark = desk.theme.kind == ThemeKind::kDark;
  settings.text_size = desk.text_size;
  const Desk defaults;
  const auto note = [&](const char* name, float share, float usual) {
    // Splitters compute with the rest of 1, which is not exact.
    constexpr float kExact = 1e5f;
    const float rounded = std::round(share * kExact) / kExact;
    if (std::abs(rounded - usual) * kExact < 2)
      settings.shares.erase(name);
    else
      settings.shares[name] = rounded;
  };
  // While it presents, the two widths of the lesson have changed places.
  for (const auto& [name, share] : kShares) {
    const bool is_swapped = desk.is_presented && share == &Desk::lesson_width;
    note(name, is_swapped ? desk.Of<PresentView>().lesson_width : desk.*share, defaults.*share);
  }
  for (const auto& [name, share] : kPresented) {
    const bool is_swapped = desk.is_presented && share == &PresentView::lesson_width;
    note(name, is_swapped ? desk.lesson_width : desk.Of<PresentView>().*share, PresentView().*share);
  }
  if (has_lesson) return settings;
  settings.below = desk.below;
  settings.scene = desk.Of<SceneView>().shown;
  settings.findings = desk.Of<FindingsView>().is_open;
  return settings;
}

void Apply(const Settings& settings, bool has_lesson, Desk& desk) {
  desk.theme = MakeTheme(settings.dark ? ThemeKind::kDark : ThemeKind::kLight);
  SetTextSize(desk, settings.text_size);
  const auto take = [&](const char* name, float& share) {
    if (const auto found = settings.shares.find(name); found != settings.shares.end()) share = found->second;
  };
  for (const auto& [name, share] : kShares) take(name, desk.*share);
  for (const auto& [name, share] : kPresented) take(name, desk.Of<PresentView>().*share);
  if (has_lesson) return;
  desk.below = settings.below;
  desk.Of<SceneView>().shown = settings.scene;
  desk.Of<FindingsView>().is_open = settings.findings;
}

const Panel kTextSize{.name = "text size",
                      .place = PanelPlace::kNowhere,
                      .group = "Window",
                      .keys = {{{"Ctrl +", "Ctrl -", "Ctrl 0"}, "larger text, smaller text, the usual size"},
                               {{"Ctrl wheel"}, "the same with the mouse; Aa has the sizes"}},
                      .needs_model = false,
                      .takes = TakeKeyOfLook,
                      .prepare = FollowWheel};

}  // namespace lockstep::viz
