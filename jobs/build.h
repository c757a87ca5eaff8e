#pragma once

// Build: sources become a program, an object or a library that stands by itself.
//
//   auto built = jobs::Build({.inputs = {"grey.cu"}, .output = "grey"}, {.on_diagnostics = Print});
//
// BuildRequest and what comes of it are sim/compile/driver.h's.

#include "jobs/program.h"

namespace lockstep::jobs {

// The diagnostics go to the watch too. Failures: kMissingTool, kCompileError, kBadInput, kCannotWrite, kInternal.
Result<BuildResult> Build(BuildRequest request, const Watch& watch = {});

// The text of one source after the preprocessor.
Result<Preprocessed> Preprocess(const BuildRequest& request);

// An object without code, where a build system wants one that nothing is needed in.
Result<void> MakeEmptyObject(const std::string& output);

}  // namespace lockstep::jobs
