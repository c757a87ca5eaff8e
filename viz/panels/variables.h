#pragma once

#include <map>
#include <set>
#include <string>

#include "viz/panels/panel.h"

namespace lockstep::viz {

struct VariablesView {
  std::set<std::string> opened;       // paths of the structs and arrays whose parts are shown
  std::map<std::string, Area> rows;   // in this frame, by path
  std::map<std::string, Area> watch;  // the button that watches the row under the mouse
};

// The chosen thread: its indices, its call stack, and its variables with their values. A click on a variable colours
// the grid by it.
void DrawVariables(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kVariables;

}  // namespace lockstep::viz
