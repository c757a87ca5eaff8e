#include "shared/trace/format_launch.h"

#include <fmt/format.h>

#include <filesystem>

#include "shared/base/printable.h"

namespace lockstep::trace {

std::string FormatDim(const Dim3& dim) { return fmt::format("({},{},{})", dim.x, dim.y, dim.z); }

std::string FormatSite(const Recording& recording, SiteId id) {
  if (id == SiteId::kNone) return "?";
  const Site& site = recording.sites[Index(id)];
  if (site.file == FileId::kNone) return "?";
  std::string text(ShortName(std::filesystem::path(recording.files[Index(site.file)].path).filename().string()));
  if (site.line != 0) text += fmt::format(":{}", site.line);
  if (site.line != 0 && site.column != 0) text += fmt::format(":{}", site.column);
  return text;
}

std::string FormatLaunch(const Recording& recording, const RecordedLaunch& launch) {
  std::string text = fmt::format("{}<<<{}, {}", ShortName(recording.kernels[Index(launch.kernel)].name),
                                 FormatDim(launch.grid), FormatDim(launch.block));
  if (launch.dynamic_shared != 0) text += fmt::format(", {}", launch.dynamic_shared);
  text += ">>>";
  if (launch.launched_at != SiteId::kNone) text += " at " + FormatSite(recording, launch.launched_at);
  return text;
}

}  // namespace lockstep::trace
