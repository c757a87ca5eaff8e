#include "jobs/build_module.h"

namespace lockstep::jobs {

Result<compile::BuildResult> BuildModule(compile::ModuleRequest request, const Watch& watch) {
  watch.Begin(Stage::kBuilding);
  const Expected<compile::Toolchain> toolchain = compile::FindToolchain();
  if (!toolchain) return Failed(ExitStatus::kMissingTool, toolchain.error().message);
  request.build.cancelled = watch.cancelled;
  auto built = compile::BuildModule(*toolchain, request);
  if (!built) return std::unexpected(ToFailure(built.error()));
  watch.Diagnose(built->diagnostics);
  return std::move(*built);
}

}  // namespace lockstep::jobs
