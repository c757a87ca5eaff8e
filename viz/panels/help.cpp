#include "viz/panels/help.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

struct Entry {
  const char* keys;
  const char* meaning;  // null: `keys` is the head of a group
};

constexpr std::size_t kEntries = 19;

constexpr std::array<Entry, kEntries> kTime = {{
    {"Time", nullptr},
    {"→   ←", "one stop on or back, by the stride that is chosen"},
    {"↓   ↑", "the warp: every thread of it one line"},
    {"Page Down   Page Up", "the block: every thread of it one line"},
    {".   ,", "a single step: one read, one write, one line"},
    {"1   2   3   4", "the stride: step, thread, warp, block"},
    {"Space", "play, pause"},
    {"F5   Shift F5", "on or back to the next breakpoint"},
    {"F9", "breakpoint on the chosen line"},
    {"Home   End", "the first moment, the last"},
    {"", ""},
    {"Shift Page Down", "the lesson's next page; Shift Page Up: the one before"},
    {"E", "the lesson's program, or the exercise's"},
    {"", ""},
    {"", ""},
    {"Reading the picture", nullptr},
    {"orange", "what the line writes; dashed while it is still to come"},
    {"green", "what the line reads; dashed while it is still to come"},
    {"red", "what went wrong: lines, cells and moments of a finding"},
}};
constexpr std::array<Entry, kEntries> kPlace = {{
    {"Place", nullptr},
    {"]   [", "the next thread, the one before"},
    {"}   {", "the next recorded block, the one before"},
    {"Tab", "the next array"},
    {"V", "array as a picture or as cells"},
    {"W", "rows of a flat array: as the source means them, or as they fit"},
    {"B", "what the warp asks of memory: sectors and banks"},
    {"C", "colour the grid by line, state or value"},
    {"Wheel, drag", "zoom and move the grid and pictures"},
    {"Click", "a thread, an element or a line: all panels follow"},
    {"L", "variables, or the warp's lanes over time"},
    {"N   P   O", "the next finding, the one before; its other side"},
    {"F", "the findings of `check`, or more room"},
    {"T", "light or dark"},
    {"?   F1   Esc", "this page; Esc closes it, or an open menu"},
    {"Ctrl Q", "closes the window, as its own button does"},
    {"", ""},
    {"blue", "the chosen thread, its line, its results"},
    {"pale", "not of this moment: a block that was not recorded"},
}};

void DrawColumn(const Desk& desk, ImDrawList* draw, ImVec2 at, const std::array<Entry, kEntries>& entries,
                float keys_width) {
  for (const Entry& entry : entries) {
    if (!entry.meaning) {
      DrawText(draw, desk.fonts.strong, at, desk.color().text, entry.keys);
    } else {
      DrawText(draw, desk.fonts.code_small, {at.x, at.y + desk.Units(2)}, desk.color().chosen, entry.keys);
      DrawText(draw, desk.fonts.text, {at.x + keys_width, at.y}, desk.color().quiet, entry.meaning);
    }
    at.y += desk.Units(26);
  }
}

}  // namespace

bool DrawHelp(const Desk& desk, Area window) {
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(window.min, window.max, WithAlpha(desk.color().window, 0.82f));
  const float keys = desk.Units(160), column = desk.Units(540), pad = desk.Units(36);
  const float width = std::min(2 * column + 2 * pad, window.width() - desk.Units(40));
  const float height = desk.Units(26) * kEntries + desk.Units(40) + 2 * pad;
  const ImVec2 c = window.center();
  const ImVec2 min{std::floor(c.x - width / 2), std::floor(c.y - height / 2)}, max{min.x + width, min.y + height};
  draw->AddRectFilled(min, max, desk.color().panel, desk.Units(12));
  draw->AddRect(min, max, desk.color().line, desk.Units(12));
  DrawText(draw, desk.fonts.title, {min.x + pad, min.y + pad - desk.Units(4)}, desk.color().text,
           "Time goes both ways, and everything you choose is chosen everywhere");
  const float top = min.y + pad + desk.Units(40);
  draw->PushClipRect(min, max, true);
  DrawColumn(desk, draw, {min.x + pad, top}, kTime, keys);
  DrawColumn(desk, draw, {min.x + pad + column, top}, kPlace, desk.Units(110));
  draw->PopClipRect();
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

}  // namespace lockstep::viz
