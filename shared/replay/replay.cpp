#include "shared/replay/replay.h"

#include <fmt/format.h>

#include "shared/trace/trace.h"

namespace lockstep::replay {

Expected<std::unique_ptr<Model>> Open(const std::filesystem::path& path) {
  Expected<trace::Recording> recording = trace::ReadTrace(path);
  if (!recording) return std::unexpected(recording.error());
  if (!Model::HasLaunches(*recording)) return Fail(fmt::format("no kernel ran in the recording `{}`", path.string()));
  return std::make_unique<Model>(std::move(*recording));
}

}  // namespace lockstep::replay
