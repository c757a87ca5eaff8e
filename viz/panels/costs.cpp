#include "viz/panels/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "shared/replay/choose.h"
#include "viz/panels/code_text.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/tabs.h"

namespace lockstep::viz {
namespace {

using replay::LineCost;

// Limit: counting is done in one frame.
constexpr replay::Position kMostSteps = 1'000'000;

std::string Number(std::uint64_t number) { return number == 0 ? "" : std::to_string(number); }

std::string WithIdeal(std::uint64_t number, std::uint64_t ideal) {
  return number > ideal ? fmt::format("{}, ideal {}", number, ideal) : Number(number);
}

std::string LanesOf(const LineCost& cost) {
  const auto passes = static_cast<double>(std::max<std::uint64_t>(cost.passes, 1));
  const std::string lanes = fmt::format("{:.1f}", static_cast<double>(cost.lanes) / passes);
  return cost.lanes == cost.possible ? lanes
                                     : fmt::format("{} of {:.1f}", lanes, static_cast<double>(cost.possible) / passes);
}

struct CostColumn {
  const char *head, *tip;
  float width;     // in units
  bool is_needed;  // it stays where there is little room
  std::uint64_t (*key)(const LineCost&);
  std::string (*text)(const LineCost&);
  bool (*is_dear)(const LineCost&);  // it costs more than it has to
};

bool IsPlain(const LineCost&) { return false; }

constexpr CostColumn kColumns[] = {
    {"sectors", "32-byte pieces of global memory that the requests moved", 118, true,
     [](const LineCost& c) { return c.sectors; }, [](const LineCost& c) { return WithIdeal(c.sectors, c.due_sectors); },
     [](const LineCost& c) { return c.sectors > c.due_sectors; }},
    {"wavefronts", "rounds of shared memory; above the ideal they are bank conflicts", 118, true,
     [](const LineCost& c) { return c.wavefronts; },
     [](const LineCost& c) { return WithIdeal(c.wavefronts, c.ideal_wavefronts); },
     [](const LineCost& c) { return c.wavefronts > c.ideal_wavefronts; }},
    {"global", "requests of warps to global memory", 54, false, [](const LineCost& c) { return c.global_requests; },
     [](const LineCost& c) { return Number(c.global_requests); }, IsPlain},
    {"shared", "requests of warps to shared memory", 54, false, [](const LineCost& c) { return c.shared_requests; },
     [](const LineCost& c) { return Number(c.shared_requests); }, IsPlain},
    {"passes", "how often warps came to the line", 54, true, [](const LineCost& c) { return c.passes; },
     [](const LineCost& c) { return Number(c.passes); }, IsPlain},
    {"lanes", "in the average pass; fewer than the warps have where they diverged", 86, true,
     [](const LineCost& c) { return c.possible - c.lanes; }, LanesOf,
     [](const LineCost& c) { return c.lanes < c.possible; }},
};

void Sort(CostsView& view) {
  const auto rank = [&](const LineCost& cost) {
    return std::tuple(kColumns[view.by].key(cost), cost.sectors + cost.wavefronts, cost.passes);
  };
  std::ranges::sort(view.lines, [&](const LineCost& a, const LineCost& b) {
    return rank(a) != rank(b) ? rank(a) > rank(b) : a.line < b.line;
  });
}

struct PlacedColumn {
  const CostColumn* column;
  float right;  // from the left of the row
};

struct CostTable {
  const replay::Model& model;
  Selection& selection;
  Desk& desk;
  CostsView& view;
  float source = 0, source_end = 0;
  std::vector<PlacedColumn> columns;
  std::uint64_t most = 0;  // of the column that the lines are sorted by
};

void LayOut(CostTable& table, float width) {
  const Desk& desk = table.desk;
  constexpr float kNarrow = 620;
  float right = width - desk.Units(18);
  for (std::size_t i = std::size(kColumns); i-- > 0;) {
    if (!kColumns[i].is_needed && width < desk.Units(kNarrow)) continue;
    table.columns.push_back({&kColumns[i], right});
    right -= desk.Units(kColumns[i].width);
  }
  std::ranges::reverse(table.columns);
  table.source = desk.Units(56);
  table.source_end = right;
}

void DrawRightAligned(ImFont* font, ImVec2 right, ImU32 color, const std::string& text) {
  DrawText(ImGui::GetWindowDrawList(), font, {right.x - TextWidth(font, text), right.y}, color, text);
}

// The names of the columns; a click sorts by one.
void DrawColumnHeads(CostTable& table) {
  Desk& desk = table.desk;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = desk.Units(22), y = at.y + (height - desk.fonts.small->FontSize) / 2;
  for (const auto& [column, right] : table.columns) {
    const float x = at.x + right, width = TextWidth(desk.fonts.small, column->head);
    const Area area{{x - width - desk.Units(6), at.y}, {x + desk.Units(6), at.y + height}};
    const std::string name = fmt::format("costs by {}", column->head);
    const auto number = static_cast<std::size_t>(column - kColumns);
    if (Clickable(desk, name.c_str(), area) && table.view.by != number) {
      table.view.by = number;
      Sort(table.view);
    }
    desk.controls[name] = area;
    const bool hovered = ImGui::IsItemHovered();
    DrawRightAligned(desk.fonts.small, {x, y},
                     table.view.by == number ? desk.color().chosen
                     : hovered               ? desk.color().text
                                             : desk.color().quiet,
                     column->head);
    if (!hovered) continue;
    BeginTip(desk);
    TipRow(desk, column->tip, "");
    EndTip();
  }
  ImGui::SetCursorScreenPos({at.x, at.y + height});
}

void DrawCost(CostTable& table, const LineCost& cost, float height) {
  Desk& desk = table.desk;
  const Palette& c = desk.color();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  ImGui::PushID(static_cast<int>(cost.line.number));
  ImGui::PushID(static_cast<int>(trace::Index(cost.line.file)));
  const bool clicked = ImGui::InvisibleButton("cost", {width, height});
  Reach(desk);
  ImGui::PopID();
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered(), is_chosen = cost.line == table.selection.line;
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (is_chosen || hovered)
    draw->AddRectFilled(at, {at.x + width, at.y + height}, is_chosen ? c.chosen_soft : WithAlpha(c.raised, 0.7f));
  const float y = at.y + (height - desk.fonts.code_small->FontSize) / 2;
  DrawRightAligned(desk.fonts.code_small, {at.x + desk.Units(40), y}, is_chosen ? c.chosen : c.quiet,
                   std::to_string(cost.line.number));
  draw->PushClipRect({at.x + table.source, at.y}, {at.x + table.source_end, at.y + height}, true);
  std::string_view text = table.model.TextOf(cost.line);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  DrawCode(desk, {at.x + table.source, y}, WithoutComment(text), desk.fonts.code_small);
  draw->PopClipRect();
  for (const auto& [column, right] : table.columns) {
    const bool is_dear = column->is_dear(cost);
    if (column == &kColumns[table.view.by] && column->key(cost) > 0) {
      const float room = desk.Units(column->width - 10), inset = desk.Units(3);
      const float share = static_cast<float>(column->key(cost)) / static_cast<float>(table.most);
      draw->AddRectFilled({at.x + right + desk.Units(5) - room * share, at.y + inset},
                          {at.x + right + desk.Units(5), at.y + height - inset}, is_chosen ? c.line : c.raised,
                          desk.Units(3));
    }
    DrawRightAligned(desk.fonts.code_small, {at.x + right, y}, is_dear ? c.text : c.quiet, column->text(cost));
  }
  desk.controls[fmt::format("cost of {}", cost.line.number)] = {at, {at.x + width, at.y + height}};
  if (!clicked) return;
  table.selection.playing = false;
  replay::ChooseLine(table.model, table.selection, cost.line);
}

std::string WhatIsCounted(const replay::Model& model, const std::vector<LineCost>& lines) {
  const std::uint64_t blocks = model.launch().grid.Count(), recorded = model.launch().blocks.size();
  std::string cut = model.recording().complete ? "" : " The recording was cut off, so steps are missing.";
  if (std::ranges::any_of(lines, [](const LineCost& cost) { return cost.uncounted > 0; }))
    cut += " Accesses of more than 16 bytes a lane are left out.";
  if (recorded >= blocks) return "The whole launch, with all its blocks." + cut;
  return fmt::format(
      "The whole launch, but only {} of its {} blocks: the others were not recorded.{} "
      "`lockstep check --explain` counts all.",
      recorded, blocks, cut);
}

}  // namespace

void DrawCosts(const replay::Model& model, Selection& selection, Desk& desk, Area area) {
  if (model.end() > kMostSteps) {
    DrawNotice(desk, area, "Not counted",
               fmt::format("The launch has more than {} recorded steps. `lockstep check --explain` counts its lines.",
                           kMostSteps));
    return;
  }
  CostsView& view = desk.Of<CostsView>();
  if (view.launch != model.launch_place()) {
    view.launch = model.launch_place();
    view.lines = replay::CostsOfLines(model);
    Sort(view);
  }
  if (view.lines.empty()) {
    DrawNotice(desk, area, "No costs", "No recorded thread comes to a line in this launch.");
    return;
  }
  const float foot = desk.Units(24), pad = desk.Units(14), height = desk.Units(22);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small,
           {area.min.x + pad, area.max.y - foot / 2 - desk.fonts.small->FontSize / 2}, desk.color().quiet,
           FitText(desk.fonts.small, WhatIsCounted(model, view.lines), area.width() - 2 * pad));
  CostTable table{model, selection, desk, view};
  LayOut(table, area.width());
  DrawColumnHeads(table);
  for (const LineCost& cost : view.lines) table.most = std::max(table.most, kColumns[view.by].key(cost));
  ImGui::BeginChild("costs", {area.width(), std::max(area.max.y - foot - ImGui::GetCursorScreenPos().y, 1.0f)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(view.lines.size()), height);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
      DrawCost(table, view.lines[static_cast<std::size_t>(row)], height);
  clipper.End();
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

const Panel kCosts{.name = "costs",
                   .place = PanelPlace::kBelow,
                   .group = "Place",
                   .tab = {.word = "costs", .title = "Costs"},
                   .draw = DrawModel<DrawCosts>,
                   .keys = {{{"$"},
                             "what each line of the launch costs; a click goes to the line",
                             [](View& v, std::size_t) { ToggleTab(v.desk, kCosts); }}},
                   .forget = [](Desk& desk) { desk.Of<CostsView>().launch.reset(); }};

}  // namespace lockstep::viz
