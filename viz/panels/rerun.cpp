#include "viz/panels/rerun.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shared/replay/carry_findings.h"
#include "shared/replay/findings.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {
namespace {

using trace::RecordedSide;

// The two accesses, the earlier one first; none if they are not both recorded.
std::optional<std::array<const RecordedSide*, 2>> AccessesOf(const trace::RecordedFinding& finding) {
  std::vector<const RecordedSide*> sides;
  for (const RecordedSide& side : finding.sides)
    if (side.step != RecordedSide::kNotRecorded && !side.by_host) sides.push_back(&side);
  if (!finding.kind.starts_with("race-") || sides.size() < 2) return std::nullopt;
  if (sides[0]->launch != sides[1]->launch || sides[0]->step == sides[1]->step) return std::nullopt;
  if (sides[1]->step < sides[0]->step) std::swap(sides[0], sides[1]);
  return std::array{sides[0], sides[1]};
}

void Ask(RerunView& view, Rerun request) {
  request.number = view.wanted ? view.wanted->number + 1 : 1;
  view.wanted = std::move(request);
  view.state.is_running = true;
  view.state.says.clear();
}

void AskForOtherOrder(const replay::Model& model, Desk& desk, const trace::RecordedFinding& finding) {
  const auto accesses = AccessesOf(finding);
  if (!accesses || !desk.Of<RerunView>().state.is_possible || desk.Of<RerunView>().state.is_running) return;
  const auto fork = model.Fork();
  const auto first = replay::PlaceOfSide(*fork, *(*accesses)[0]), second = replay::PlaceOfSide(*fork, *(*accesses)[1]);
  if (first && second) Ask(desk.Of<RerunView>(), {.swapped = std::pair(*first, *second)});
}

std::string StateOf(const RerunView& view) {
  if (!view.state.says.empty()) return view.state.says;
  return view.state.is_running ? "The program runs again." : "";
}

}  // namespace

void SetOtherOrder(const replay::Model& model, Desk& desk, TextSetter& setter, const trace::RecordedFinding& finding) {
  if (!desk.Of<RerunView>().state.is_possible || !AccessesOf(finding)) return;
  setter.Gap(desk.Units(2));
  if (!desk.Of<RerunView>().state.is_running) {
    if (WordsButton(desk, "other order", {setter.left(), setter.y()}, "Run it in the other order", "Shift O"))
      AskForOtherOrder(model, desk, finding);
    setter.Gap(desk.Units(34));
  }
  if (const std::string says = StateOf(desk.Of<RerunView>()); !says.empty()) {
    setter.Runs(RunsOf(says), desk.fonts.small, desk.color().quiet, desk.Units(18));
    setter.Gap(desk.Units(6));
  }
}

void DrawRecordBlock(const replay::Model& model, const Selection& selection, Desk& desk) {
  const trace::Dim3 b = selection.block;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float x = at.x + desk.Units(14), width = ImGui::GetContentRegionAvail().x - desk.Units(28);
  const RerunView& rerun = desk.Of<RerunView>();
  const std::string flag = fmt::format("`--block {},{},{}`", b.x, b.y, b.z);
  std::string text = fmt::format("Block {} was not recorded.", replay::Text(b));
  if (!rerun.state.is_possible) text += fmt::format(" `lockstep record` or `debug` with {} records it.", flag);
  if (const std::string says = StateOf(rerun); !says.empty()) text += " " + says;
  TextSetter setter(desk, x, x + width);
  setter.Gap(desk.Units(4));
  setter.Runs(RunsOf(text), desk.fonts.text, desk.color().quiet, desk.Units(20));
  float y = setter.y() + desk.Units(6);
  if (rerun.state.is_possible && !rerun.state.is_running) {
    if (WordsButton(desk, "record block", {x, y}, "Record this block", ""))
      Ask(desk.Of<RerunView>(), {.launch = model.launch().number, .block = b});
    y += desk.Units(34);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, y - at.y});
}

void AskForLaunch(Desk& desk, std::uint32_t number) {
  if (desk.Of<RerunView>().state.is_possible && !desk.Of<RerunView>().state.is_running)
    Ask(desk.Of<RerunView>(), {.launch = number});
}

std::optional<std::uint32_t> LaunchAskedFor(const Desk& desk, const trace::Recording& recording) {
  const std::optional<Rerun>& wanted = desk.Of<RerunView>().wanted;
  if (!wanted || !wanted->launch || wanted->block) return std::nullopt;
  const auto there = std::ranges::find(recording.launches, *wanted->launch, &trace::RecordedLaunch::number);
  if (there == recording.launches.end()) return std::nullopt;
  return static_cast<std::uint32_t>(there - recording.launches.begin());
}

std::vector<const trace::HostEvent*> LaunchesLeftOut(const replay::Model& model, std::size_t most) {
  std::vector<const trace::HostEvent*> left_out;
  const auto& launches = model.recording().launches;
  for (const trace::HostEvent& event : model.recording().host_events) {
    if (event.kind != trace::HostEventKind::kLaunch || event.error != 0) continue;
    if (left_out.size() == most) break;
    if (std::ranges::find(launches, event.launch, &trace::RecordedLaunch::number) == launches.end())
      left_out.push_back(&event);
  }
  return left_out;
}

const Panel kRerun{
    .name = "rerun",
    .place = PanelPlace::kNowhere,
    .group = "Findings",
    .keys = {
        {{"Shift O"}, "a race: runs the program in the order that shows the other result", [](View& v, std::size_t) {
           if (const auto* finding = replay::ChosenFinding(*v.model, v.selection))
             AskForOtherOrder(*v.model, v.desk, *finding);
         }}}};

}  // namespace lockstep::viz
