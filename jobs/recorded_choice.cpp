#include "jobs/recorded_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "shared/trace/lookup.h"

namespace lockstep::jobs {
namespace {

constexpr std::size_t kMostNames = 8;

// "`grey`, `blur`": each once, at most kMostNames of them.
template <class Name>
std::string Listed(const std::vector<session::RecordSummary::Kernel>& kernels, Name&& name_of) {
  std::vector<std::string> names;
  for (const session::RecordSummary::Kernel& kernel : kernels)
    if (std::string name = name_of(kernel); std::ranges::count(names, name) == 0) names.push_back(std::move(name));
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) text += (i ? ", " : "") + names[i];
  if (names.size() > kMostNames) text += fmt::format(" and {} more", names.size() - kMostNames);
  return text;
}

std::string Kernels(const session::RecordSummary& summary) {
  return Listed(summary.kernels, [](const session::RecordSummary::Kernel& kernel) { return "`" + kernel.name + "`"; });
}

std::string Launches(const session::RecordSummary& summary) {
  return summary.launches == 1 ? "one launch, 0"
                               : fmt::format("{} launches, 0 to {}", summary.launches, summary.launches - 1);
}

MissedChoice NothingRecorded(const session::RecordSettings& settings, const session::RecordSummary& summary) {
  const std::string wanted_kernel = settings.kernel.empty() ? "" : "--kernel " + settings.kernel;
  if (settings.launch && *settings.launch >= summary.launches)
    return {
        fmt::format("--launch {}: the program made {}, of {}", *settings.launch, Launches(summary), Kernels(summary)),
        true};
  if (settings.launch)
    return {fmt::format("--launch {}{}{}: that launch is of another kernel; the program launched {}", *settings.launch,
                        wanted_kernel.empty() ? "" : " ", wanted_kernel, Kernels(summary)),
            true};
  if (!settings.kernel.empty())
    return {fmt::format("{}: the program launched no kernel of this name, but {}", wanted_kernel, Kernels(summary)),
            true};
  return {"no kernel ran that can be recorded", true};
}

}  // namespace

std::optional<MissedChoice> FindMissedChoice(const session::RecordSettings& settings,
                                             const session::RecordSummary& summary) {
  if (summary.launches == 0 || !settings.places.empty()) return std::nullopt;
  if (summary.recorded == 0) return NothingRecorded(settings, summary);
  std::vector<session::RecordSummary::Kernel> recorded;
  std::ranges::copy_if(summary.kernels, std::back_inserter(recorded),
                       [](const session::RecordSummary::Kernel& kernel) { return kernel.recorded > 0; });
  std::string outside;
  std::size_t count = 0;
  for (const trace::Dim3& block : settings.blocks) {
    const bool is_there = std::ranges::any_of(
        recorded, [&](const session::RecordSummary::Kernel& kernel) { return IsInside(block, kernel.grid); });
    if (is_there) continue;
    ++count;
    outside += fmt::format("{}--block {},{},{}", outside.empty() ? "" : " ", block.x, block.y, block.z);
  }
  if (count == 0) return std::nullopt;
  const std::string grids = Listed(recorded, [](const session::RecordSummary::Kernel& kernel) {
    return fmt::format("`{}` has {}x{}x{} blocks", kernel.name, kernel.grid.x, kernel.grid.y, kernel.grid.z);
  });
  return MissedChoice{fmt::format("{}: outside the grid; {}, counted from 0", outside, grids),
                      count == settings.blocks.size()};
}

}  // namespace lockstep::jobs
