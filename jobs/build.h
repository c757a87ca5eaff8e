#pragma once

// Build: turns sources into a program, an object or a library for use outside Lockstep.
//
//   auto built = jobs::Build({.inputs = {"grey.cu"}, .output = "grey"}, {.on_diagnostics = Print});
//
// BuildRequest and BuildResult are those of sim/compile/driver.h.

#include "jobs/program.h"
#include "sim/compile/module_build.h"

namespace lockstep::jobs {

// The watch gets the diagnostics too. Failures: kMissingTool, kCompileError, kBadInput, kCannotWrite, kInternal.
Result<compile::BuildResult> Build(compile::BuildRequest request, const Watch& watch = {});

// As Build, for the device half of one source: a module for cuModuleLoad.
Result<compile::BuildResult> BuildModule(compile::ModuleRequest request, const Watch& watch = {});

// The preprocessed text of one source.
Result<compile::Preprocessed> Preprocess(const compile::BuildRequest& request);

// Writes an object without code, for build systems that expect one where Lockstep needs none.
Result<void> MakeEmptyObject(const std::string& output);

}  // namespace lockstep::jobs
