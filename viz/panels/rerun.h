#pragma once

// Runs the program again: in the other order of a finding's two accesses, or with a block that was not recorded. The
// window stays at the same moment of the same thread.

#include <optional>

#include "viz/model/rerun.h"
#include "viz/panels/panel.h"
#include "viz/panels/text_setter.h"

namespace lockstep::viz {

// Runs of the program for this window; see rerun.h.
struct RerunView {
  RerunState state;
  std::optional<Rerun> wanted;  // the last request
};

// A button under a finding with two recorded accesses, and how its run goes. Nothing where the program is not known.
void SetOtherOrder(const replay::Model& model, Desk& desk, TextSetter& setter, const trace::RecordedFinding& finding);

// In place of what would be shown of a block that was not recorded: a button that records it.
void DrawRecordBlock(const replay::Model& model, const Selection& selection, Desk& desk);

// Has a launch recorded that is not in the recording: `number` counts the program's launches from 0.
void AskForLaunch(Desk& desk, std::uint32_t number);
// The one that was asked for last, in a recording that has it: its index.
std::optional<std::uint32_t> LaunchAskedFor(const Desk& desk, const trace::Recording& recording);
// The launches of the program that are not in the recording, as far as it knows them: at most `most`.
std::vector<const trace::HostEvent*> LaunchesLeftOut(const replay::Model& model, std::size_t most);

extern const Panel kRerun;

}  // namespace lockstep::viz
