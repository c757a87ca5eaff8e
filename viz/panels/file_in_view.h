#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The file of the chosen line, or of the chosen thread.
trace::FileId FileInView(const replay::Model& model, const Selection& selection);

}  // namespace lockstep::viz
