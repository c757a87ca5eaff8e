#include "sim/api/captures.h"

namespace lockstep {

void CaptureCopy(const CopyPlan&, const Origin&) {}

}  // namespace lockstep
