#pragma once

#include <functional>

#include "viz/panels/text_setter.h"

namespace lockstep::viz {

// Sets `content` in a frame with an edge of this colour. It is called twice: the first setter only measures.
void SetFramed(Desk& desk, TextSetter& setter, ImU32 color, const std::function<void(TextSetter&)>& content);

}  // namespace lockstep::viz
