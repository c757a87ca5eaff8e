#pragma once

#include "shared/replay/arrays.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// A menu in which each array can be shown or hidden.
void DrawSceneMenu(const replay::Model& model, Desk& desk, const std::vector<replay::ArrayInfo>& arrays, Area area);

// The legend at the lower end of the scene: whose footprint has which colours, which is a choice too. Returns its
// height.
float DrawSceneLegend(const replay::Model& model, const Selection& selection, Desk& desk,
                      const std::vector<replay::ArrayInfo>& arrays, Area area);

}  // namespace lockstep::viz
