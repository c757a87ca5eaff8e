#pragma once

// In: a canonical body. Out: the reason why lanes of a warp could meet there in a way that the engine cannot run;
// nothing if all of them come to each barrier and warp operation together, except those that come to none any more.

#include <optional>
#include <string>

#include "sim/compile/pass/warp/warp_body.h"

namespace lockstep::pass::warp {

std::optional<std::string> WhyLanesPart(const WarpBody& body);

}  // namespace lockstep::pass::warp
