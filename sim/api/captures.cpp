#include "sim/api/captures.h"

#include "shared/report/program_captures.h"

namespace lockstep {

void CaptureCopy(const CopyPlan& plan, const Origin&) {
  CaptureCopy({.host = plan.to,
               .width = plan.width,
               .height = plan.height,
               .depth = plan.depth,
               .pitch = plan.to_pitch,
               .slice_pitch = plan.to_slice});
}

}  // namespace lockstep
