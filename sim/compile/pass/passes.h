#pragma once

// The passes of both halves, in order (passes.def).

#include "sim/compile/pass/half.h"

namespace lockstep::pass {

// Of those of the half's mode, all but Options::without.
void RunPasses(Half& half);

}  // namespace lockstep::pass
