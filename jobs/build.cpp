#include "jobs/build.h"

namespace lockstep::jobs {

namespace {

// `build(toolchain)`, watched.
template <class Function>
Result<compile::BuildResult> BuildBy(const Watch& watch, const Function& build) {
  watch.Begin(Stage::kBuilding);
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  auto built = build(*toolchain);
  if (!built) return std::unexpected(ToFailure(built.error()));
  watch.Diagnose(built->diagnostics);
  return std::move(*built);
}

}  // namespace

Result<compile::BuildResult> Build(compile::BuildRequest request, const Watch& watch) {
  request.cancelled = watch.cancelled;
  return BuildBy(watch, [&](const compile::Toolchain& toolchain) { return compile::Build(toolchain, request); });
}

Result<compile::BuildResult> BuildModule(compile::ModuleRequest request, const Watch& watch) {
  request.build.cancelled = watch.cancelled;
  return BuildBy(watch, [&](const compile::Toolchain& toolchain) { return compile::BuildModule(toolchain, request); });
}

Result<compile::Preprocessed> Preprocess(const compile::BuildRequest& request) {
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  auto made = compile::Preprocess(*toolchain, request);
  if (!made) return std::unexpected(ToFailure(made.error()));
  return std::move(*made);
}

Result<void> MakeEmptyObject(const std::string& output) {
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  const auto made =
      lockstep::RunProcess({.command = {toolchain->clang.string(), "-x", "c", "-c", "/dev/null", "-o", output}});
  if (!made) return Failed(ExitStatus::kMissingTool, made.error().message);
  if (made->status != 0) return std::unexpected(Failure{.status = ExitStatus::kCannotWrite, .is_printed = true});
  return {};
}

}  // namespace lockstep::jobs
