#include "viz/panels/arrows.h"

#include <algorithm>
#include <cmath>

namespace lockstep::viz {
namespace {

ImVec2 Along(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, float t) {
  const float u = 1 - t;
  const float ka = u * u * u, kb = 3 * u * u * t, kc = 3 * u * t * t, kd = t * t * t;
  return {ka * a.x + kb * b.x + kc * c.x + kd * d.x, ka * a.y + kb * b.y + kc * c.y + kd * d.y};
}

void DrawTip(ImDrawList* draw, ImVec2 tip, ImVec2 from, float size, ImU32 color) {
  const float dx = tip.x - from.x, dy = tip.y - from.y, length = std::max(std::hypot(dx, dy), 0.001f);
  const float ux = dx / length, uy = dy / length;
  const ImVec2 back{tip.x - ux * size, tip.y - uy * size};
  draw->AddTriangleFilled(tip, {back.x - uy * size * 0.5f, back.y + ux * size * 0.5f},
                          {back.x + uy * size * 0.5f, back.y - ux * size * 0.5f}, color);
}

bool IsCovered(const Anchors& anchors, ImVec2 point) {
  return std::ranges::any_of(anchors.covers, [&](const Area& area) { return area.Contains(point); });
}

void DrawArrow(const Desk& desk, ImDrawList* draw, const Area& thread, const Anchors::Element& element) {
  const bool below = element.area.center().y > thread.center().y;
  const ImVec2 a{thread.center().x, below ? thread.max.y : thread.min.y};
  const ImVec2 d{element.area.center().x, below ? element.area.min.y : element.area.max.y};
  const float bend = std::max(std::abs(d.y - a.y) * 0.45f, desk.Units(18)) * (below ? 1.0f : -1.0f);
  const ImVec2 b{a.x, a.y + bend}, c{d.x, d.y - bend};
  const ImU32 color = element.outside  ? SeverityColor(desk.theme, Severity::kError)
                      : element.writes ? desk.color().write
                                       : desk.color().read;
  const float width = desk.Units(element.done ? 1.8f : 1.3f);
  const float tip = desk.Units(8);
  constexpr int kPieces = 64;
  // Accesses that are still to come are dashed.
  for (int i = 0; i < kPieces; ++i) {
    if (!element.done && i % 2) continue;
    const ImVec2 p = Along(a, b, c, d, static_cast<float>(i) / kPieces);
    const ImVec2 q = Along(a, b, c, d, static_cast<float>(i + 1) / kPieces);
    // Over text, so faint that it stays legible, and so clear that both ends are seen to be one line.
    const bool is_covered = IsCovered(desk.anchors, p) || IsCovered(desk.anchors, q);
    draw->AddLine(p, q, WithAlpha(color, is_covered ? 0.28f : 0.85f), width);
  }
  if (element.writes)
    DrawTip(draw, d, Along(a, b, c, d, 0.95f), tip, color);
  else
    DrawTip(draw, a, Along(a, b, c, d, 0.05f), tip, color);
}

}  // namespace

void DrawArrows(const Desk& desk) {
  if (!desk.anchors.thread) return;
  constexpr std::size_t kMostArrows = 16;
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  for (std::size_t i = 0; i < std::min(desk.anchors.elements.size(), kMostArrows); ++i) {
    DrawArrow(desk, draw, *desk.anchors.thread, desk.anchors.elements[i]);
  }
}

const Panel kArrows{
    .name = "arrows", .place = PanelPlace::kOver, .group = "Place", .draw = [](View& v, Area) { DrawArrows(v.desk); }};

}  // namespace lockstep::viz
