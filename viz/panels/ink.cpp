#include "viz/panels/ink.h"

#include <algorithm>
#include <cmath>

#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {

float DrawText(ImDrawList* draw, ImFont* font, ImVec2 at, ImU32 color, std::string_view text) {
  draw->AddText(font, font->FontSize, {std::floor(at.x), std::floor(at.y)}, color, text.data(),
                text.data() + text.size());
  return TextWidth(font, text);
}

float TextWidth(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

std::string FitText(ImFont* font, std::string_view text, float width) {
  if (TextWidth(font, text) <= width) return std::string(text);
  const float room = width - TextWidth(font, "…");
  const char* end = nullptr;
  font->CalcTextSizeA(font->FontSize, std::max(room, 0.0f), 0, text.data(), text.data() + text.size(), &end);
  return std::string(text.substr(0, static_cast<std::size_t>(end - text.data()))) + "…";
}

Area Canvas() {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  return {at, {at.x + std::max(size.x, 1.0f), at.y + std::max(size.y, 1.0f)}};
}

bool IsHovered(Area area) { return ImGui::IsWindowHovered() && area.Contains(ImGui::GetIO().MousePos); }

Area DrawHeader(Desk& desk, std::string_view name, std::string_view detail, float reserved, Area* head) {
  const Area area = Canvas();
  const float height = desk.Units(36), pad = desk.Units(14);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float middle = area.min.y + height / 2;
  float x = area.min.x + pad;
  const float right = area.max.x - pad - (reserved > 0 ? reserved + pad : 0);
  x += DrawText(draw, desk.fonts.strong, {x, middle - desk.fonts.strong->FontSize / 2}, desk.color().text,
                FitText(desk.fonts.strong, name, right - x));
  if (!detail.empty()) {
    x += desk.Units(10);
    const float baseline = middle + desk.fonts.strong->FontSize / 2 - desk.fonts.small->FontSize - desk.Units(1);
    const std::string fitted = FitText(desk.fonts.small, detail, right - x);
    x += DrawText(draw, desk.fonts.small, {x, baseline}, desk.color().quiet, fitted);
  }
  desk.anchors.covers.push_back(
      {{area.min.x + pad, middle - desk.Units(10)}, {x + desk.Units(4), middle + desk.Units(10)}});
  if (head) *head = {{x + desk.Units(12), area.min.y}, {area.max.x - pad, area.min.y + height}};
  ImGui::SetCursorScreenPos({area.min.x, area.min.y + height});
  return {{area.min.x, area.min.y + height}, area.max};
}

std::string OfWhichRun(const Desk& desk) {
  return desk.Of<LessonPanel>().is_before_edit ? "the run before the edit · " : "";
}

std::string AsSentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

float DrawNotice(const Desk& desk, Area area, std::string_view title, std::string_view text) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float wrap = std::min(area.width() - desk.Units(40), desk.Units(420));
  const ImVec2 title_size = desk.fonts.strong->CalcTextSizeA(desk.fonts.strong->FontSize, 1e9f, wrap, title.data(),
                                                             title.data() + title.size());
  const ImVec2 text_size =
      desk.fonts.text->CalcTextSizeA(desk.fonts.text->FontSize, 1e9f, wrap, text.data(), text.data() + text.size());
  const float gap = desk.Units(6);
  ImVec2 at = area.center();
  at.y = std::floor(at.y - (title_size.y + gap + text_size.y) / 2);
  const auto write = [&](ImFont* font, ImVec2 size, ImU32 color, std::string_view words) {
    draw->AddText(font, font->FontSize, {std::floor(at.x - size.x / 2), at.y}, color, words.data(),
                  words.data() + words.size(), wrap);
    at.y += size.y + gap;
  };
  write(desk.fonts.strong, title_size, desk.color().quiet, title);
  write(desk.fonts.text, text_size, desk.color().quiet, text);
  return at.y;
}

void FitPlane(Plane& plane, Area canvas, float width, float height, float max_zoom) {
  const ImVec2 size{canvas.width(), canvas.height()};
  const bool same = plane.canvas.x == size.x && plane.canvas.y == size.y;
  if (plane.zoom > 0 && (plane.moved || same)) return;
  plane.canvas = size;
  plane.zoom = std::min({size.x / width, size.y / height, max_zoom});
  plane.origin = {(size.x - width * plane.zoom) / 2, (size.y - height * plane.zoom) / 2};
}

bool MovePlane(Plane& plane, Area canvas, float width, float height, float max_zoom) {
  FitPlane(plane, canvas, width, height, max_zoom);
  const ImGuiIO& io = ImGui::GetIO();
  const float min_zoom = std::min({canvas.width() / width, canvas.height() / height, max_zoom}) * 0.9f;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const ImVec2 under = OnPlane(plane, canvas, io.MousePos);
    plane.zoom = std::clamp(plane.zoom * std::pow(1.2f, io.MouseWheel), min_zoom, max_zoom);
    plane.origin = {io.MousePos.x - canvas.min.x - under.x * plane.zoom,
                    io.MousePos.y - canvas.min.y - under.y * plane.zoom};
    plane.moved = plane.zoom > min_zoom * 1.15f;
    if (!plane.moved) plane.zoom = 0, FitPlane(plane, canvas, width, height, max_zoom);
  }
  if (!ImGui::IsItemActive()) return false;
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
    plane.origin.x += io.MouseDelta.x;
    plane.origin.y += io.MouseDelta.y;
    plane.moved = true;
    return true;
  }
  return false;
}

ImVec2 OnScreen(const Plane& plane, Area canvas, ImVec2 point) {
  return {canvas.min.x + plane.origin.x + point.x * plane.zoom, canvas.min.y + plane.origin.y + point.y * plane.zoom};
}

ImVec2 OnPlane(const Plane& plane, Area canvas, ImVec2 screen) {
  return {(screen.x - canvas.min.x - plane.origin.x) / plane.zoom,
          (screen.y - canvas.min.y - plane.origin.y) / plane.zoom};
}

void BeginTip(const Desk& desk) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(12), desk.Units(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, desk.Units(7));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {desk.Units(10), desk.Units(3)});
  ImGui::BeginTooltip();
}

void EndTip() {
  ImGui::EndTooltip();
  ImGui::PopStyleVar(3);
}

void DrawCodeTip(const Desk& desk, const std::string& code) {
  BeginTip(desk);
  ImGui::PushFont(desk.fonts.code_small);
  ImGui::PushTextWrapPos(desk.Units(520));
  ImGui::TextUnformatted(code.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  EndTip();
}

void TipRow(const Desk& desk, std::string_view label, std::string_view value, ImU32 color) {
  ImGui::PushFont(desk.fonts.small);
  ImGui::PushStyleColor(ImGuiCol_Text, desk.color().quiet);
  ImGui::TextUnformatted(label.data(), label.data() + label.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  if (value.empty()) return;
  ImGui::SameLine(desk.Units(104));
  ImGui::PushFont(desk.fonts.code_small);
  ImGui::PushStyleColor(ImGuiCol_Text, color ? color : desk.color().text);
  ImGui::TextUnformatted(value.data(), value.data() + value.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace lockstep::viz
