#pragma once

// From one CUDA source to a module that cuModuleLoad loads (shared/module/module_file.h): its device half alone, once
// for each mode.

#include <vector>

#include "sim/compile/build_request.h"
#include "sim/compile/toolchain.h"

namespace lockstep::compile {

struct ModuleRequest {
  BuildRequest build;       // without mode and product
  std::vector<Mode> modes;  // empty: every mode
};

std::expected<BuildResult, BuildFailure> BuildModule(const Toolchain& toolchain, const ModuleRequest& request);

}  // namespace lockstep::compile
