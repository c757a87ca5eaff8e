#pragma once

// Runs the program again: in the other order of a finding's two accesses, or with a block that was not recorded. The
// window stays at the same moment of the same thread.

#include "viz/panels/panel.h"
#include "viz/panels/setter.h"

namespace lockstep::viz {

// A button under a finding with two recorded accesses, and how its run goes. Nothing where the program is not known.
void SetOtherOrder(const replay::Model& model, Desk& desk, Setter& setter, const trace::RecordedFinding& finding);

// In place of what would be shown of a block that was not recorded: a button that records it.
void DrawRecordBlock(const replay::Model& model, const Selection& selection, Desk& desk);

extern const Panel kRerun;

}  // namespace lockstep::viz
