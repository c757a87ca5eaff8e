#include "shared/replay/launch_pairs.h"

#include <algorithm>
#include <map>

namespace lockstep::replay {
namespace {

using trace::HostEvent;
using trace::HostEventKind;
using trace::RecordedLaunch;
using trace::Recording;

struct LaunchName {
  std::string kernel;
  std::uint32_t number = 0;              // in the program
  std::optional<std::uint32_t> ordinal;  // among the launches of the kernel
};

// By number in the program: how many launches of the same kernel the host made before. Those after a gap are missing.
std::map<std::uint32_t, std::uint32_t> OrdinalsByHost(const Recording& recording) {
  std::map<std::uint32_t, std::uint32_t> ordinals;
  std::map<std::string, std::uint32_t> counts;
  for (const HostEvent& event : recording.host_events) {
    if (event.kind == HostEventKind::kLeftOut) break;
    if (event.kind == HostEventKind::kLaunch && event.error == 0) ordinals[event.launch] = counts[event.kernel]++;
  }
  return ordinals;
}

// The same from the recorded launches, as far as they are all launches of the program.
std::map<std::uint32_t, std::uint32_t> OrdinalsByLaunch(const Recording& recording) {
  std::map<std::uint32_t, std::uint32_t> ordinals;
  std::map<std::string, std::uint32_t> counts;
  for (std::uint32_t i = 0; i < recording.launches.size() && recording.launches[i].number == i; ++i)
    ordinals[i] = counts[KernelNameOf(recording, recording.launches[i])]++;
  return ordinals;
}

std::vector<LaunchName> NamesOf(const Recording& recording) {
  const auto by_host = OrdinalsByHost(recording), by_launch = OrdinalsByLaunch(recording);
  std::vector<LaunchName> names;
  for (const RecordedLaunch& launch : recording.launches) {
    LaunchName name{.kernel = KernelNameOf(recording, launch), .number = launch.number};
    for (const auto* known : {&by_host, &by_launch})
      if (const auto found = known->find(launch.number); !name.ordinal && found != known->end())
        name.ordinal = found->second;
    names.push_back(std::move(name));
  }
  return names;
}

bool IsSame(const LaunchName& a, const LaunchName& b) {
  if (a.kernel != b.kernel) return false;
  return a.ordinal && b.ordinal ? *a.ordinal == *b.ordinal : a.number == b.number;
}

}  // namespace

LaunchPairs::LaunchPairs(const Recording& first, const Recording& second) {
  const std::vector<LaunchName> ours = NamesOf(first), theirs = NamesOf(second);
  std::vector<bool> taken(theirs.size());
  for (std::uint32_t i = 0; i < ours.size(); ++i) {
    std::uint32_t other = 0;
    while (other < theirs.size() && (taken[other] || !IsSame(ours[i], theirs[other]))) ++other;
    if (other == theirs.size()) {
      only_first_.push_back(i);
      continue;
    }
    taken[other] = true;
    pairs_.push_back({i, other});
  }
  for (std::uint32_t i = 0; i < theirs.size(); ++i)
    if (!taken[i]) only_second_.push_back(i);
}

std::optional<std::uint32_t> LaunchPairs::SecondOf(std::uint32_t first) const {
  const auto found = std::ranges::find(pairs_, first, &LaunchPair::first);
  return found == pairs_.end() ? std::nullopt : std::optional(found->second);
}

std::string KernelNameOf(const Recording& recording, const RecordedLaunch& launch) {
  const auto kernel = static_cast<std::size_t>(launch.kernel);
  return kernel < recording.kernels.size() ? recording.kernels[kernel].name : "?";
}

}  // namespace lockstep::replay
