#include "jobs/build.h"

namespace lockstep::jobs {

Result<BuildResult> Build(BuildRequest request, const Watch& watch) {
  watch.Begin(Stage::kBuilding);
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  request.cancelled = watch.cancelled;
  auto built = lockstep::Build(*toolchain, request);
  if (!built) return std::unexpected(ToFailure(built.error()));
  watch.Diagnose(built->diagnostics);
  return std::move(*built);
}

Result<Preprocessed> Preprocess(const BuildRequest& request) {
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  auto made = lockstep::Preprocess(*toolchain, request);
  if (!made) return std::unexpected(ToFailure(made.error()));
  return std::move(*made);
}

Result<void> MakeEmptyObject(const std::string& output) {
  const Expected<Toolchain> toolchain = FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  const auto made =
      lockstep::RunProcess({.command = {toolchain->clang.string(), "-x", "c", "-c", "/dev/null", "-o", output}});
  if (!made) return Failed(ExitStatus::kMissingTool, made.error().message);
  if (made->status != 0) return std::unexpected(Failure{.status = ExitStatus::kCannotWrite, .is_printed = true});
  return {};
}

}  // namespace lockstep::jobs
