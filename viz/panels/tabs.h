#pragma once

// Panels that share a place: the head above them has their titles and the choice between them, in the order of the list
// of panels.

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The head of the tab that is in view; returns the area below it.
Area DrawTabHead(View& view, const Panel& shown);

bool IsInView(const Desk& desk, const Panel& tab);
void BringIntoView(Desk& desk, const Panel& tab);
// The tab, or the first one if it is in view already.
void ToggleTab(Desk& desk, const Panel& tab);

}  // namespace lockstep::viz
