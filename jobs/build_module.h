#pragma once

// A module for cuModuleLoad: as Build (jobs/build.h), for the device half of one source.

#include "jobs/build.h"
#include "sim/compile/module_build.h"

namespace lockstep::jobs {

Result<compile::BuildResult> BuildModule(compile::ModuleRequest request, const Watch& watch = {});

}  // namespace lockstep::jobs
