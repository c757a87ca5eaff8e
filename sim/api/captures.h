#pragma once

#include "sim/api/copy.h"

namespace lockstep {

// A copy from the device to the host has ended: where LOCKSTEP_CAPTURE names a file, what arrived is kept for comparison
// with another run.
void CaptureCopy(const CopyPlan& plan, const Origin& origin);

}  // namespace lockstep
