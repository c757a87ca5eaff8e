#pragma once

#include <cstddef>
#include <string>

#include "viz/panels/panel.h"

namespace lockstep::viz {

// A talk; see present.cpp.
struct PresentView {
  std::size_t page = 0, stop = 0;  // links of this page that were followed
  std::string link;                // the last of them
  bool scrolls = false;            // request: it is brought into view
  float lesson_width = 0.36f, source_height = 0.5f, memory_width = 0.56f;
};

// A talk in front of people: larger letters, fewer panels, and one key that goes on, through a page's links and then to
// the next page.
extern const Panel kPresent;

}  // namespace lockstep::viz
