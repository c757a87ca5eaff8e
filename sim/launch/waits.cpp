#include "sim/launch/waits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lockstep::launch {
namespace {

constexpr std::size_t kPlacesTold = 8;

std::string ThreadName(const ThreadRun& thread) {
  return fmt::format("({},{},{})", thread.index[0], thread.index[1], thread.index[2]);
}

const char* WhatItWaitsFor(Waits waits) {
  switch (waits) {
    case Waits::kBlockBarrier: return "at a barrier of the block";
    case Waits::kNamedBarrier: return "at a named barrier";
    case Waits::kWarp: return "for other lanes of its warp";
    case Waits::kConvergence: return "for its warp to converge";
    case Waits::kClusterBarrier: return "at the cluster's barrier";
    case Waits::kGridBarrier: return "at the grid's barrier";
    default: return "in a loop";
  }
}

struct Group {
  std::size_t count = 0;
  std::string first;
};

std::string Describe(const std::string& where, const Group& group) {
  return group.count == 1 ? fmt::format("thread {} waits {}", group.first, where)
                          : fmt::format("{} threads, the first of them {}, wait {}", group.count, group.first, where);
}

}  // namespace

std::string DescribeWaits(std::span<const ThreadRun> threads) {
  std::map<std::string, Group> groups;
  for (const ThreadRun& thread : threads) {
    if (thread.waits == Waits::kExited) continue;
    std::string where = WhatItWaitsFor(thread.waits);
    if (thread.waits == Waits::kWarp) where += fmt::format(" (mask 0x{:08x})", thread.wait_detail);
    if (thread.site) where += fmt::format(" at {}:{}", thread.site->file, thread.site->line);
    Group& group = groups[where];
    if (group.count++ == 0) group.first = ThreadName(thread);
  }
  std::string text;
  std::size_t told = 0;
  for (const auto& [where, group] : groups) {
    if (!text.empty()) text += "; ";
    if (++told > kPlacesTold) {
      text += fmt::format("and {} more such groups", groups.size() - kPlacesTold);
      break;
    }
    text += Describe(where, group);
  }
  if (const auto left = std::ranges::count(threads, Waits::kExited, &ThreadRun::waits); left > 0)
    text += fmt::format("; {} threads have left the kernel", left);
  return text;
}

}  // namespace lockstep::launch
