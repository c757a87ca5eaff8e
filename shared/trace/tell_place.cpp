#include "shared/trace/tell_place.h"

#include <fmt/format.h>

#include <filesystem>

#include "shared/base/printable.h"

namespace lockstep {

std::string TellDim(const Dim3& dim) { return fmt::format("({},{},{})", dim.x, dim.y, dim.z); }

std::string TellSite(const Recording& recording, SiteId id) {
  if (id == SiteId::kNone) return "?";
  const Site& site = recording.sites[Index(id)];
  if (site.file == FileId::kNone) return "?";
  std::string text(ShortName(std::filesystem::path(recording.files[Index(site.file)].path).filename().string()));
  if (site.line != 0) text += fmt::format(":{}", site.line);
  if (site.line != 0 && site.column != 0) text += fmt::format(":{}", site.column);
  return text;
}

std::string TellLaunch(const Recording& recording, const RecordedLaunch& launch) {
  std::string text = fmt::format("{}<<<{}, {}", ShortName(recording.kernels[Index(launch.kernel)].name),
                                 TellDim(launch.grid), TellDim(launch.block));
  if (launch.dynamic_shared != 0) text += fmt::format(", {}", launch.dynamic_shared);
  text += ">>>";
  if (launch.launched_at != SiteId::kNone) text += " at " + TellSite(recording, launch.launched_at);
  return text;
}

Dim3 Unflatten(std::uint64_t linear, const Dim3& shape) {
  return {.x = static_cast<std::uint32_t>(linear % shape.x),
          .y = static_cast<std::uint32_t>(linear / shape.x % shape.y),
          .z = static_cast<std::uint32_t>(linear / shape.x / shape.y)};
}

}  // namespace lockstep
