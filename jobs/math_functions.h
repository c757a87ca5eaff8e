#pragma once

namespace lockstep::jobs {

// From now on questions to a recording may call the functions that kernels call (shared/query/functions.h).
void GiveMathFunctions();

}  // namespace lockstep::jobs
