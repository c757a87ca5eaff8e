#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// A talk in front of people: larger letters, fewer panels, and one key that goes on, through a page's links and then to
// the next page.
extern const Panel kPresent;

}  // namespace lockstep::viz
