#include "viz/panels/help.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "shared/replay/findings.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"

namespace lockstep::viz {
namespace {

struct Entry {
  std::string keys;
  std::string_view meaning;
};

// The keys of the panels of one part of the window.
struct Group {
  std::string_view head;
  std::vector<Entry> entries;
  std::size_t rows() const { return entries.size() + 1; }
};

std::string Joined(const std::vector<std::string_view>& keys) {
  std::string text;
  for (const std::string_view key : keys) text += (text.empty() ? "" : "   ") + std::string(key);
  return text;
}

// Keys of a lesson are listed in a lesson, those of findings where there are any.
bool IsOfUse(const View& view, const Panel& panel) {
  const std::string_view group = panel.group;
  if (group == "Lesson" || group == "Exercise") return view.lesson != nullptr;
  return group != "Findings" || (view.model && replay::HasFindings(*view.model));
}

std::vector<Group> GroupsOf(const View& view) {
  std::vector<Group> groups;
  for (const Panel* panel : view.panels) {
    if (panel->keys.empty() || !IsOfUse(view, *panel)) continue;
    auto group = std::ranges::find(groups, panel->group, &Group::head);
    if (group == groups.end()) group = groups.insert(group, Group{panel->group, {}});
    for (const KeyRow& row : panel->keys) group->entries.push_back({Joined(row.keys), row.help});
  }
  groups.push_back({"Reading the picture",
                    {{"orange", "written by the line; dashed if still to come"},
                     {"green", "read by the line; dashed if still to come"},
                     {"red", "an error: lines, cells and moments of a finding"},
                     {"blue", "the chosen thread, its line, its results"},
                     {"pale, hatched", "as at the end of the launch: written by a block that was not recorded"}}});
  return groups;
}

struct PageColumn {
  std::vector<Group> groups;
  std::size_t rows = 0;
  float keys_width = 0, width = 0;
};

// Bit i of the result: the group is in the second column. The split with the least rows in the longer column; the
// first group, of the window, stays in the first one.
unsigned EvenSplit(const std::vector<Group>& groups) {
  std::size_t least = ~std::size_t{0};
  unsigned even = 0;
  for (unsigned split = 0; split < 1u << groups.size(); split += 2) {
    std::array<std::size_t, 2> rows{};
    for (std::size_t i = 0; i < groups.size(); ++i) rows[split >> i & 1] += groups[i].rows() + 1;
    const std::size_t longer = std::max(rows[0], rows[1]);
    if (longer >= least) continue;
    least = longer;
    even = split;
  }
  return even;
}

std::array<PageColumn, 2> Columns(const Desk& desk, const View& view) {
  std::array<PageColumn, 2> columns;
  std::vector<Group> groups = GroupsOf(view);
  const unsigned split = EvenSplit(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Group& group = groups[i];
    PageColumn& column = columns[split >> i & 1];
    column.rows += group.rows() + (column.rows > 0 ? 1 : 0);
    for (const Entry& entry : group.entries) {
      column.keys_width = std::max(column.keys_width, TextWidth(desk.fonts.code_small, entry.keys) + desk.Units(20));
      column.width = std::max(column.width, TextWidth(desk.fonts.text, entry.meaning));
    }
    column.groups.push_back(std::move(group));
  }
  for (PageColumn& column : columns) column.width += column.keys_width;
  return columns;
}

void DrawColumn(const Desk& desk, ImDrawList* draw, ImVec2 at, const PageColumn& column, float pitch) {
  ImFont* keys = desk.fonts.code_small;
  ImFont* font = pitch < desk.Units(19) ? desk.fonts.small : desk.fonts.text;
  for (const Group& group : column.groups) {
    DrawText(draw, desk.fonts.strong, at, desk.color().text, group.head);
    at.y += pitch;
    for (const Entry& entry : group.entries) {
      DrawText(draw, keys, {at.x, at.y + font->Ascent - keys->Ascent}, desk.color().chosen, entry.keys);
      DrawText(draw, font, {at.x + column.keys_width, at.y}, desk.color().quiet, entry.meaning);
      at.y += pitch;
    }
    at.y += pitch;
  }
}

void DrawHelp(View& view, Area window) {
  Desk& desk = view.desk;
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(window.min, window.max, WithAlpha(desk.color().window, 0.82f));
  const std::array<PageColumn, 2> columns = Columns(desk, view);
  const float gap = desk.Units(44), pad = desk.Units(36), head = desk.Units(40);
  const float width = std::min(columns[0].width + gap + columns[1].width + 2 * pad, window.width() - desk.Units(40));
  const auto rows = static_cast<float>(std::max(columns[0].rows, columns[1].rows));
  const float room = window.height() - desk.Units(40) - head - 2 * pad;
  const float pitch = std::floor(std::clamp(room / rows, desk.Units(14), desk.Units(26)));
  const float height = pitch * rows + head + 2 * pad;
  const ImVec2 c = window.center();
  const ImVec2 min{std::floor(c.x - width / 2), std::floor(c.y - height / 2)}, max{min.x + width, min.y + height};
  desk.controls["help"] = {min, max};
  draw->AddRectFilled(min, max, desk.color().panel, desk.Units(12));
  draw->AddRect(min, max, desk.color().line, desk.Units(12));
  DrawText(draw, desk.fonts.title, {min.x + pad, min.y + pad - desk.Units(4)}, desk.color().text,
           "Time goes both ways, and everything you choose is chosen everywhere");
  draw->PushClipRect(min, max, true);
  DrawColumn(desk, draw, {min.x + pad, min.y + pad + head}, columns[0], pitch);
  DrawColumn(desk, draw, {min.x + pad + columns[0].width + gap, min.y + pad + head}, columns[1], pitch);
  draw->PopClipRect();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) view.desk.show_help = false;
}

ThemeKind Other(ThemeKind kind) { return kind == ThemeKind::kLight ? ThemeKind::kDark : ThemeKind::kLight; }

}  // namespace

const Panel kHelp{
    .name = "help",
    .place = PanelPlace::kOver,
    .group = "Window",
    .draw = DrawHelp,
    .keys = {{{"T"}, "light or dark", [](View& v, std::size_t) { v.desk.theme = MakeTheme(Other(v.desk.theme.kind)); }},
             {{"?", "F1"}, "this page", [](View& v, std::size_t) { v.desk.show_help = !v.desk.show_help; }},
             {{"Esc"},
              "closes an open menu, or this page",
              [](View& v, std::size_t) {
                if (!CloseMenu()) v.desk.show_help = false;
              }},
             {{"Ctrl Q"},
              "closes the window, as its own button does",
              [](View& v, std::size_t) { v.desk.requests.emplace_back(request::CloseWindow()); }}},
    .needs_model = false,
    .is_shown = [](const View& v) { return v.desk.show_help; }};

}  // namespace lockstep::viz
