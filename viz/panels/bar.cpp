#include "viz/panels/bar.h"

#include <fmt/format.h>

#include <filesystem>

#include "shared/replay/choose.h"
#include "shared/replay/headline.h"
#include "shared/trace/modelled.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/look.h"
#include "viz/panels/query_bar.h"
#include "viz/panels/query_view.h"
#include "viz/panels/rerun.h"

namespace lockstep::viz {
namespace {

constexpr std::string_view kUsualOrder = "lockstep";

std::string Shape(trace::Dim3 extent) {
  if (extent.y == 1 && extent.z == 1) return std::to_string(extent.x);
  if (extent.z == 1) return fmt::format("{}×{}", extent.x, extent.y);
  return fmt::format("{}×{}×{}", extent.x, extent.y, extent.z);
}

std::string LaunchText(const replay::Model& model, const trace::RecordedLaunch& launch) {
  const auto& kernels = model.recording().kernels;
  const std::string name =
      trace::Index(launch.kernel) < kernels.size() ? kernels[trace::Index(launch.kernel)].name : "kernel";
  return fmt::format("{}<<<{}, {}>>>", name, Shape(launch.grid), Shape(launch.block));
}

// Those from `next` on that came before launch `before` and are not in the recording, to be recorded by a click.
void DrawLaunchesLeftOut(Desk& desk, const std::vector<const trace::HostEvent*>& left_out, std::size_t& next,
                         std::uint32_t before) {
  for (; next < left_out.size() && left_out[next]->launch < before; ++next) {
    const trace::HostEvent* launch = left_out[next];
    const std::string text = fmt::format(
        "{}  {}<<<{}, {}>>>  {}##left{}", launch->launch, launch->kernel, Shape(launch->grid), Shape(launch->block),
        desk.Of<RerunView>().state.is_running ? "runs again" : "record it", launch->launch);
    ImGui::PushStyleColor(ImGuiCol_Text, desk.color().quiet);
    if (ImGui::Selectable(text.c_str(), false)) AskForLaunch(desk, launch->launch);
    ImGui::PopStyleColor();
    desk.controls[fmt::format("record launch {}", launch->launch)] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    Reach(desk);
  }
}

void DrawLaunches(const replay::Model& model, Selection& selection, Desk& desk, float x, float middle) {
  constexpr std::size_t kMostLeftOut = 30;
  const auto& launches = model.recording().launches;
  const auto left_out = desk.Of<RerunView>().state.is_possible ? LaunchesLeftOut(model, kMostLeftOut)
                                                               : std::vector<const trace::HostEvent*>();
  const std::string shown = LaunchText(model, model.launch());
  const float width = TextWidth(desk.fonts.code, shown) + desk.Units(40), height = desk.Units(28);
  if (launches.size() + left_out.size() == 1) {
    DrawText(ImGui::GetWindowDrawList(), desk.fonts.code, {x, middle - desk.fonts.code->FontSize / 2},
             desk.color().quiet, shown);
    return;
  }
  ImGui::SetCursorScreenPos({x, middle - height / 2});
  ImGui::PushFont(desk.fonts.code);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {desk.Units(9), (height - desk.fonts.code->FontSize) / 2});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {desk.Units(8), desk.Units(8)});
  ImGui::SetNextItemWidth(width);
  desk.controls["launch"] = {{x, middle - height / 2}, {x + width, middle + height / 2}};
  Reach(desk, "##launch", desk.controls["launch"]);
  if (ImGui::BeginCombo("##launch", shown.c_str())) {
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < launches.size(); ++i) {
      DrawLaunchesLeftOut(desk, left_out, next, launches[i].number);
      const std::string text = fmt::format("{}  {}{}##{}", launches[i].number, LaunchText(model, launches[i]),
                                           launches[i].steps.empty() ? "  not recorded" : "", i);
      const bool clicked = ImGui::Selectable(text.c_str(), i == selection.launch);
      Reach(desk, i == selection.launch);
      if (clicked && i != selection.launch) selection.launch = i;
    }
    DrawLaunchesLeftOut(desk, left_out, next, ~0u);
    ImGui::EndCombo();
  }
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
}

constexpr float kMark = 24;  // in units: the square before the sentence

float WidthOf(const Desk& desk, const replay::Headline& headline) {
  return desk.Units(kMark) + TextWidth(desk.fonts.title, headline.who) + desk.Units(9) +
         TextWidth(desk.fonts.title, headline.does);
}

// If one line would cut off the end, which has the verb: thread and verb one below the other, in smaller letters.
void DrawInTwoLines(const Desk& desk, const replay::Headline& headline, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float gap = desk.Units(3), top = area.center().y - desk.fonts.strong->FontSize - gap / 2;
  DrawText(draw, desk.fonts.strong, {area.min.x, top}, desk.color().text,
           FitText(desk.fonts.strong, headline.who, std::max(area.width(), 0.0f)));
  DrawText(draw, desk.fonts.strong, {area.min.x, area.center().y + gap / 2}, desk.color().quiet,
           FitText(desk.fonts.strong, headline.does, std::max(area.width(), 0.0f)));
}

// One sentence on the moment. It is a button, too: in its place, questions are typed.
void DrawHeadline(const replay::Headline& headline, Desk& desk, Area area) {
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float middle = area.center().y, title_y = middle - desk.fonts.title->FontSize / 2;
  ImGui::SetCursorScreenPos(area.min);
  desk.controls["headline"] = area;
  if (ImGui::InvisibleButton("headline", {std::max(area.width(), 1.0f), area.height()}))
    OpenQuery(desk, desk.Of<QueryView>().asked);
  Reach(desk);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) draw->AddRectFilled(area.min, area.max, c.raised, desk.Units(6));
  static constexpr std::string_view kKey = "Ctrl K  ask";
  const float hint = TextWidth(desk.fonts.small, kKey) + desk.Units(20);
  float x = area.min.x;
  draw->AddRectFilled({x, middle - desk.Units(7)}, {x + desk.Units(14), middle + desk.Units(7)}, c.chosen,
                      desk.Units(3));
  x += desk.Units(kMark);
  if (WidthOf(desk, headline) > area.width()) return DrawInTwoLines(desk, headline, {{x, area.min.y}, area.max});
  const std::string who = FitText(desk.fonts.title, headline.who, std::max(area.max.x - x, 0.0f));
  x += DrawText(draw, desk.fonts.title, {x, title_y}, c.text, who) + desk.Units(9);
  const float room = std::max(area.max.x - x - (hovered ? hint : 0), 0.0f);
  x += DrawText(draw, desk.fonts.title, {x, title_y}, c.quiet, FitText(desk.fonts.title, headline.does, room));
  if (!hovered && area.max.x - x < hint) return;
  DrawText(draw, desk.fonts.small, {area.max.x - hint + desk.Units(10), middle - desk.fonts.small->FontSize / 2},
           hovered ? c.text : c.quiet, kKey);
}

}  // namespace

// The size of the text, a sun or a moon, and a question mark.
void DrawSwitches(Desk& desk, float end, float middle) {
  const float size = desk.Units(28);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto button = [&](const char* id, float x) {
    ImGui::SetCursorScreenPos({x, middle - size / 2});
    const bool clicked = ImGui::InvisibleButton(id, {size, size});
    Reach(desk);
    desk.controls[id] = {{x, middle - size / 2}, {x + size, middle + size / 2}};
    if (ImGui::IsItemHovered()) {
      draw->AddRectFilled({x, middle - size / 2}, {x + size, middle + size / 2}, desk.color().raised, desk.Units(6));
    }
    return clicked;
  };
  const bool light = desk.theme.kind == ThemeKind::kLight;
  const float help_x = end - size, theme_x = help_x - size - desk.Units(4);
  const float text_x = theme_x - size - desk.Units(4);
  if (button("text size", text_x)) ImGui::OpenPopup("text sizes");
  DrawText(draw, desk.fonts.strong,
           {text_x + (size - TextWidth(desk.fonts.strong, "Aa")) / 2, middle - desk.fonts.strong->FontSize / 2},
           desk.color().quiet, "Aa");
  DrawTextSizes(desk);
  if (button("theme", theme_x)) desk.theme = MakeTheme(light ? ThemeKind::kDark : ThemeKind::kLight);
  const ImVec2 c{theme_x + size / 2, middle};
  const ImU32 ink = desk.color().quiet;
  draw->AddCircle(c, desk.Units(6.5f), ink, 32, desk.Units(1.4f));
  draw->PathArcTo(c, desk.Units(6.5f), -1.5708f, 1.5708f, 24);
  draw->PathFillConvex(ink);
  if (button("help", help_x)) desk.show_help = !desk.show_help;
  DrawText(draw, desk.fonts.strong,
           {help_x + (size - TextWidth(desk.fonts.strong, "?")) / 2, middle - desk.fonts.strong->FontSize / 2}, ink,
           "?");
}

// Under the mouse: which run this is, and how far a GPU would do the same.
void TellOfProgram(const trace::Recording& recording, const Desk& desk, Area area) {
  if (!ImGui::IsMouseHoveringRect(area.min, area.max)) return;
  BeginTip(desk);
  TipRow(desk, "program", recording.program);
  if (!recording.order.empty()) TipRow(desk, "thread order", recording.order);
  if (recording.modelled && *recording.modelled == 0) TipRow(desk, "exact", "each feature gives what a GPU gives");
  for (const trace::ModelledFeature& feature : trace::FeaturesOf(recording.modelled.value_or(0)))
    TipRow(desk, "modelled", fmt::format("{}: {}", feature.name, feature.difference));
  EndTip();
}

void DrawBar(const replay::Model& model, Selection& selection, Desk& desk) {
  const Area area = Canvas();
  const float pad = desk.Units(14), middle = area.min.y + area.height() / 2;
  const Palette& c = desk.color();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float x = area.min.x + pad;

  std::string program = std::filesystem::path(model.recording().program).filename().string();
  const std::string& order = model.recording().order;
  if (!order.empty() && order != kUsualOrder) program += " · " + order;
  const std::string launch = LaunchText(model, model.launch());
  const float switches = desk.Units(104);
  const float launch_width = TextWidth(desk.fonts.code, launch) + desk.Units(40);
  const float program_width = TextWidth(desk.fonts.strong, program) + desk.Units(14);
  const replay::Headline headline = replay::DescribeMoment(model, selection);
  const float before_program = area.max.x - pad - switches - launch_width - program_width;
  // If the sentence needs the room, the program's name is left to the head of the source.
  const bool has_program = x + WidthOf(desk, headline) <= before_program - desk.Units(24);
  const float right = before_program + (has_program ? 0 : program_width);

  const Area room{{x, middle - desk.Units(16)}, {right - desk.Units(24), middle + desk.Units(16)}};
  if (!DrawQueryField(model, desk, room)) DrawHeadline(headline, desk, room);

  if (has_program) {
    DrawText(draw, desk.fonts.strong, {right, middle - desk.fonts.strong->FontSize / 2}, c.text, program);
    TellOfProgram(model.recording(), desk, {{right, area.min.y}, {right + program_width, area.max.y}});
  }
  DrawLaunches(model, selection, desk, before_program + program_width, middle);
  DrawSwitches(desk, area.max.x - pad, middle);
}

const Panel kBar{.name = "bar", .place = PanelPlace::kTop, .group = "Window", .draw = DrawModel<DrawBar>};

}  // namespace lockstep::viz
