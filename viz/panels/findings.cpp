#include "viz/panels/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/findings.h"
#include "viz/panels/answers.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/rerun.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

void GoIf(Desk& desk, bool is_chosen) {
  if (is_chosen) desk.requests.emplace_back(request::GoToFinding());
}

// Backgrounds need the height of the words, which is known only after setting them, so they are on separate layers.
enum Layer { kCard, kSide, kWords, kLayers };

bool IsClicked(Area area) { return IsHovered(area) && ImGui::IsMouseClicked(ImGuiMouseButton_Left); }

std::string WhereOf(const trace::Recording& recording, const trace::RecordedSide& side) {
  if (side.step == trace::RecordedSide::kNotRecorded || side.launch >= recording.launches.size())
    return side.missing.empty() ? "not recorded" : "not recorded: " + side.missing;
  return fmt::format("step {}", side.step + 1);
}

void DrawSide(const replay::Model& model, Selection& selection, Desk& desk, TextSetter& setter, std::uint32_t index,
              const trace::RecordedSide& side) {
  const Palette& c = desk.color();
  const float left = setter.left(), pad = desk.Units(10), top = setter.y();
  const bool chosen = index == selection.side, recorded = side.step != trace::RecordedSide::kNotRecorded;
  TextSetter words(desk, left + pad, setter.right() - pad);
  words.SetY(top + desk.Units(7));
  words.Runs(RunsOf(AsSentence(side.text)), desk.fonts.text, chosen || recorded ? c.text : c.quiet, desk.Units(20));
  words.Runs({{.text = WhereOf(model.recording(), side)}}, desk.fonts.small, chosen && recorded ? c.chosen : c.quiet,
             desk.Units(17));
  const Area area{{left, top}, {setter.right(), words.y() + desk.Units(6)}};
  desk.Of<FindingsView>().sides.push_back(area);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->ChannelsSetCurrent(kSide);
  if (chosen) {
    draw->AddRectFilled(area.min, area.max, c.chosen_soft, desk.Units(5));
    draw->AddRectFilled(area.min, {area.min.x + desk.Units(3), area.max.y}, c.chosen, desk.Units(2));
  } else {
    draw->AddRectFilled(area.min, area.max, IsHovered(area) ? c.raised : WithAlpha(c.raised, 0.6f), desk.Units(5));
  }
  draw->ChannelsSetCurrent(kWords);
  if (Reach(desk, fmt::format("side {}", index), area) || IsClicked(area))
    GoIf(desk, replay::ChooseSide(model, selection, index));
  setter.SetY(area.max.y + desk.Units(5));
}

// A small label followed by a sentence of one or more lines.
void DrawRemark(Desk& desk, TextSetter& setter, std::string_view label, const std::string& sentence) {
  if (sentence.empty()) return;
  const Palette& c = desk.color();
  const float left = setter.left();
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, {left, setter.y() + desk.Units(2)}, c.quiet, label);
  setter.Indent(left + desk.Units(58));
  setter.Runs(RunsOf(AsSentence(sentence)), desk.fonts.text, c.text, desk.Units(20));
  setter.Indent(left);
  setter.Gap(desk.Units(6));
}

void DrawDetails(const replay::Model& model, Selection& selection, Desk& desk, TextSetter& setter,
                 const trace::RecordedFinding& finding) {
  setter.Gap(desk.Units(6));
  for (std::uint32_t i = 0; i < finding.sides.size(); ++i)
    DrawSide(model, selection, desk, setter, i, finding.sides[i]);
  setter.Gap(desk.Units(5));
  SetOtherOrder(model, desk, setter, finding);
  DrawRemark(desk, setter, "Memory", finding.memory);
  DrawRemark(desk, setter, "Origin", finding.origin);
  DrawRemark(desk, setter, "Hint", finding.hint);
}

void DrawCard(const replay::Model& model, Selection& selection, Desk& desk, std::uint32_t index, Area panel) {
  const Palette& c = desk.color();
  const trace::RecordedFinding& finding = model.recording().findings[index];
  const bool chosen = selection.finding == index;
  const ImU32 color = SeverityColor(desk.theme, finding.severity);
  const float margin = desk.Units(10), pad = desk.Units(12), top = ImGui::GetCursorScreenPos().y;
  const float left = panel.min.x + margin, right = panel.max.x - margin;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->ChannelsSplit(kLayers);
  draw->ChannelsSetCurrent(kWords);
  TextSetter setter(desk, left + desk.Units(32), right - pad);
  setter.SetY(top + pad);
  const ImVec2 dot{left + desk.Units(17), setter.y() + desk.fonts.text->FontSize * 0.55f};
  if (finding.severity == Severity::kError)
    draw->AddCircleFilled(dot, desk.Units(4.5f), color, 20);
  else
    draw->AddCircle(dot, desk.Units(4), color, 20, desk.Units(1.8f));
  setter.Runs(RunsOf(AsSentence(finding.fact)), desk.fonts.text, c.text, desk.Units(21));
  setter.Gap(desk.Units(1));
  setter.Runs({{.text = replay::PlaceOfFinding(finding)}}, desk.fonts.small, c.quiet, desk.Units(18));
  if (chosen) {
    setter.Indent(left + pad);
    DrawDetails(model, selection, desk, setter, finding);
  }
  const Area card{{left, top}, {right, setter.y() + pad - desk.Units(4)}};
  draw->ChannelsSetCurrent(kCard);
  if (chosen) {
    draw->AddRectFilled(card.min, card.max, Blend(c.panel, c.raised, 0.35f), desk.Units(8));
    draw->AddRect(card.min, card.max, c.line, desk.Units(8));
  } else if (IsHovered(card)) {
    draw->AddRectFilled(card.min, card.max, WithAlpha(c.raised, 0.7f), desk.Units(8));
  }
  draw->ChannelsMerge();
  desk.Of<FindingsView>().cards.push_back(card);
  const bool pressed = !chosen && Reach(desk, fmt::format("card {}", index), card);
  if (pressed || (!chosen && IsClicked(card))) GoIf(desk, replay::ChooseFinding(model, selection, index));
  ImGui::SetCursorScreenPos({panel.min.x, card.max.y + desk.Units(4)});
}

// Once for each choice; after that, the user's own scrolling counts.
void ScrollTo(Desk& desk, Area card, std::uint32_t index) {
  if (desk.Of<FindingsView>().scrolled_to == index) return;
  desk.Of<FindingsView>().scrolled_to = index;
  const float top = ImGui::GetWindowPos().y, height = ImGui::GetWindowHeight();
  if (card.min.y >= top && card.max.y <= top + height) return;
  const float above = card.height() < height ? (height - card.height()) / 2 : 0;
  ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() + card.min.y - top - above));
}

}  // namespace

void DrawFindings(const replay::Model& model, Selection& selection, Desk& desk) {
  const auto& findings = model.recording().findings;
  Area area = DrawHeader(desk, "Findings", replay::CountFindings(model.recording()));
  const float foot = desk.Units(34), pad = desk.Units(14);
  const std::string keys = findings.size() > 1 ? "N P  next, previous     O  other side" : "O  other side     F  hide";
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small,
           {area.min.x + pad, area.max.y - foot / 2 - desk.fonts.small->FontSize / 2}, desk.color().faint,
           FitText(desk.fonts.small, keys, area.width() - 2 * pad));
  area.max.y -= foot;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::BeginChild("findings", {area.width(), std::max(area.height(), 1.0f)});
  desk.Of<FindingsView>().cards.clear();
  desk.Of<FindingsView>().sides.clear();
  const std::optional<std::uint32_t> chosen = selection.finding;
  for (std::uint32_t i = 0; i < findings.size(); ++i) DrawCard(model, selection, desk, i, area);
  if (chosen && *chosen < findings.size()) ScrollTo(desk, desk.Of<FindingsView>().cards[*chosen], *chosen);
  ImGui::Dummy({1, desk.Units(10)});
  ImGui::EndChild();
}

namespace {

void ChooseBy(View& view, int by) { GoIf(view.desk, replay::ChooseNextFinding(*view.model, view.selection, by)); }

}  // namespace

const Panel kFindings{
    .name = "findings",
    .place = PanelPlace::kRail,
    .group = "Findings",
    .draw = DrawModel<DrawFindings>,
    .keys = {{{"N", "P"},
              "the next finding, the previous one",
              [](View& v, std::size_t which) { ChooseBy(v, which == 0 ? 1 : -1); }},
             {{"O"},
              "the other side of a finding",
              [](View& v, std::size_t) { GoIf(v.desk, replay::ChooseOtherSide(*v.model, v.selection)); }},
             {{"F"},
              "the findings, or more room",
              [](View& v, std::size_t) { v.desk.Of<FindingsView>().is_open = !v.desk.Of<FindingsView>().is_open; }}},
    .width = &Desk::findings_width,
    .is_shown = [](const View& v) {
      return replay::HasFindings(*v.model) && v.desk.Of<FindingsView>().is_open && !v.desk.is_presented &&
             !ShowsAnswer(v.desk);
    }};

}  // namespace lockstep::viz
