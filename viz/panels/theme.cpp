#include "viz/panels/theme.h"

#include <algorithm>
#include <cmath>

namespace lockstep::viz {
namespace {

// From 0xRRGGBB, the usual notation.
constexpr ImU32 Rgb(std::uint32_t rgb) { return 0xff000000 | (rgb & 0xff) << 16 | (rgb & 0xff00) | (rgb >> 16 & 0xff); }

constexpr Palette kLight = {
    .window = Rgb(0xeceae6),
    .panel = Rgb(0xfcfbf9),
    .raised = Rgb(0xf1efeb),
    .line = Rgb(0xdedbd5),
    .text = Rgb(0x22262b),
    .quiet = Rgb(0x555b63),
    .faint = Rgb(0x646a71),
    .mark = Rgb(0xa7aab0),
    .chosen = Rgb(0x2b5fd9),
    .chosen_soft = Rgb(0xe4ebfb),
    .read = Rgb(0x0a7d6a),
    .read_soft = Rgb(0xd5efe9),
    .write = Rgb(0xc04a06),
    .write_soft = Rgb(0xfce3d2),
    .waiting = Rgb(0x8f6a00),
    .fault = Rgb(0xc92a2a),
    .not_finite = Rgb(0xc2188f),
    .keyword = Rgb(0x8a3ea8),
    .number = Rgb(0x1a6e92),
    .comment = Rgb(0x676d66),
    .builtin = Rgb(0x2b5fd9),
    .idle = Rgb(0xe6e3dd),
    .lines = {Rgb(0x7aa6dc), Rgb(0xe3a55f), Rgb(0x7dbb8f), Rgb(0xc991c9), Rgb(0xd98880), Rgb(0x6fbcc0), Rgb(0xb9b36a),
              Rgb(0x9d98d6)},
};

constexpr Palette kDark = {
    .window = Rgb(0x111316),
    .panel = Rgb(0x191c20),
    .raised = Rgb(0x24282e),
    .line = Rgb(0x2e333a),
    .text = Rgb(0xe2e5e9),
    .quiet = Rgb(0xa9b0ba),
    .faint = Rgb(0x929aa4),
    .mark = Rgb(0x5d646e),
    .chosen = Rgb(0x79a7ff),
    .chosen_soft = Rgb(0x212d45),
    .read = Rgb(0x41c7ae),
    .read_soft = Rgb(0x1b3a35),
    .write = Rgb(0xff9248),
    .write_soft = Rgb(0x47301f),
    .waiting = Rgb(0xe0b341),
    .fault = Rgb(0xff6b6b),
    .not_finite = Rgb(0xf062c6),
    .keyword = Rgb(0xc99be0),
    .number = Rgb(0x86c5dd),
    .comment = Rgb(0x909892),
    .builtin = Rgb(0x8fb4f7),
    .idle = Rgb(0x272b31),
    .lines = {Rgb(0x5583be), Rgb(0xb57a3b), Rgb(0x4f9166), Rgb(0xa56ea8), Rgb(0xbb6a63), Rgb(0x418f95), Rgb(0x8b8644),
              Rgb(0x7e79bd)},
};

ImVec4 Vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

}  // namespace

Theme MakeTheme(ThemeKind kind) { return {kind, kind == ThemeKind::kLight ? kLight : kDark}; }

void ApplyTheme(const Theme& theme, float scale) {
  const Palette& c = theme.color;
  ImGuiStyle style;
  style.WindowPadding = {0, 0};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowRounding = 0;
  style.FrameRounding = 5;
  style.PopupRounding = 7;
  style.GrabRounding = 5;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.GrabMinSize = 12;
  style.ScaleAllSizes(scale);
  style.WindowMinSize = {1, 1};  // splitters are thin windows
  auto& colors = style.Colors;
  colors[ImGuiCol_Text] = Vec(c.text);
  colors[ImGuiCol_TextDisabled] = Vec(c.faint);
  colors[ImGuiCol_WindowBg] = Vec(c.panel);
  colors[ImGuiCol_ChildBg] = Vec(WithAlpha(c.panel, 0));
  colors[ImGuiCol_PopupBg] = Vec(c.panel);
  colors[ImGuiCol_Border] = Vec(c.line);
  colors[ImGuiCol_FrameBg] = Vec(c.raised);
  colors[ImGuiCol_FrameBgHovered] = Vec(Blend(c.raised, c.line, 0.6f));
  colors[ImGuiCol_FrameBgActive] = Vec(c.line);
  colors[ImGuiCol_Button] = Vec(c.raised);
  colors[ImGuiCol_ButtonHovered] = Vec(Blend(c.raised, c.line, 0.7f));
  colors[ImGuiCol_ButtonActive] = Vec(c.line);
  colors[ImGuiCol_Header] = Vec(c.chosen_soft);
  colors[ImGuiCol_HeaderHovered] = Vec(Blend(c.raised, c.line, 0.5f));
  colors[ImGuiCol_HeaderActive] = Vec(c.chosen_soft);
  colors[ImGuiCol_ScrollbarBg] = Vec(WithAlpha(c.panel, 0));
  colors[ImGuiCol_ScrollbarGrab] = Vec(c.line);
  colors[ImGuiCol_ScrollbarGrabHovered] = Vec(c.mark);
  colors[ImGuiCol_ScrollbarGrabActive] = Vec(c.quiet);
  colors[ImGuiCol_CheckMark] = Vec(c.chosen);
  colors[ImGuiCol_SliderGrab] = Vec(c.chosen);
  colors[ImGuiCol_SliderGrabActive] = Vec(c.chosen);
  colors[ImGuiCol_Separator] = Vec(c.line);
  colors[ImGuiCol_TextSelectedBg] = Vec(c.chosen_soft);
  colors[ImGuiCol_NavHighlight] = Vec(WithAlpha(c.chosen, 0));
  ImGui::GetStyle() = style;
}

ImU32 SeverityColor(const Theme& theme, Severity severity) {
  switch (severity) {
    case Severity::kError: return theme.color.fault;
    case Severity::kWarning: return theme.color.waiting;
    case Severity::kAdvice: return theme.color.quiet;
  }
  return theme.color.fault;
}

ImU32 LineColor(const Theme& theme, std::size_t n) { return theme.color.lines[n % theme.color.lines.size()]; }

ImU32 RampColor(const Theme& theme, float share) {
  // From pale sand over teal to deep blue in the light theme; from dim to bright in the dark theme.
  static constexpr std::array<std::uint32_t, 5> kLightStops = {0xf3e9c9, 0xb9d8b4, 0x6fb9ad, 0x3e86a8, 0x2c4f8f};
  static constexpr std::array<std::uint32_t, 5> kDarkStops = {0x26324f, 0x2b5f80, 0x3a9393, 0x80bf8e, 0xe6dda0};
  const auto& stops = theme.kind == ThemeKind::kLight ? kLightStops : kDarkStops;
  const float place = std::clamp(share, 0.0f, 1.0f) * static_cast<float>(stops.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  return Blend(Rgb(stops[low]), Rgb(stops[low + 1]), place - static_cast<float>(low));
}

ImU32 WithAlpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(std::lround(static_cast<float>(color >> 24) * std::clamp(alpha, 0.0f, 1.0f)));
  return (color & 0x00ffffff) | a << 24;
}

ImU32 Blend(ImU32 a, ImU32 b, float share_of_b) {
  ImU32 result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const auto from = static_cast<float>(a >> shift & 255), to = static_cast<float>(b >> shift & 255);
    result |= static_cast<ImU32>(std::lround(from + (to - from) * share_of_b)) << shift;
  }
  return result;
}

namespace {

// Relative luminance as WCAG 2 defines it, from 0 to 1.
float Luminance(ImU32 color) {
  const auto part = [&](int shift) {
    const float share = static_cast<float>(color >> shift & 255) / 255;
    return share <= 0.03928f ? share / 12.92f : std::pow((share + 0.055f) / 1.055f, 2.4f);
  };
  return 0.2126f * part(0) + 0.7152f * part(8) + 0.0722f * part(16);
}

float Contrast(float a, float b) { return (std::max(a, b) + 0.05f) / (std::min(a, b) + 0.05f); }

}  // namespace

ImU32 TextOn(const Theme& theme, ImU32 background) {
  const bool is_light = theme.kind == ThemeKind::kLight;
  const ImU32 dark = is_light ? theme.color.text : theme.color.window;
  const ImU32 light = is_light ? theme.color.panel : theme.color.text;
  const float ground = Luminance(background);
  return Contrast(Luminance(dark), ground) >= Contrast(Luminance(light), ground) ? dark : light;
}

}  // namespace lockstep::viz
