#pragma once

// From sources to a program: the public interface of this folder.
//
//   Expected<Toolchain> toolchain = FindToolchain();
//   Expected<BuildResult> built = Build(*toolchain, {.inputs = {"grey.cu"}, .output = "grey"});
//
// A .cu file is compiled twice, in parallel: its host half without changes, its device half for this processor and with
// the plugin. Both halves become one object; objects and the runtime become a program.

#include <string>
#include <vector>

#include "sim/compile/build_request.h"
#include "sim/compile/toolchain.h"

namespace lockstep::compile {

std::expected<BuildResult, BuildFailure> Build(const Toolchain& toolchain, const BuildRequest& request);

// The preprocessed text of one source (of its host half), and the files that went into it.
struct Preprocessed {
  std::string text, diagnostics;
  std::vector<std::string> dependencies;  // absolute
};
std::expected<Preprocessed, BuildFailure> Preprocess(const Toolchain& toolchain, const BuildRequest& request);

// Build() with a cache: rebuilds only if a source, a header, a flag or Lockstep itself has changed.
// Returns the program's path.
struct CachedProgram {
  std::string path;
  std::string diagnostics;
  bool was_built = false;
};
std::expected<CachedProgram, BuildFailure> BuildCached(const Toolchain& toolchain, BuildRequest request);

}  // namespace lockstep::compile
