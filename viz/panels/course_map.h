#pragma once

#include <map>
#include <string>

#include "viz/panels/panel.h"

namespace lockstep::viz {

struct MapView {
  std::string chosen;                   // by keys: a lesson's name
  std::map<std::string, Area> lessons;  // in this frame, by name
};

// The button that shows the map, with its left edge and its middle at `at`; returns its width.
float DrawMapButton(Desk& desk, ImVec2 at);

// The course: a line of lessons for each part, with what is done and what each builds on. In place of all panels.
extern const Panel kCourseMap;

}  // namespace lockstep::viz
