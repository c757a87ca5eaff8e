#include "sim/record/launch_choice.h"

#include <algorithm>

#include "shared/trace/limits.h"
#include "shared/trace/lookup.h"

namespace lockstep::record {
namespace {

// Blocks that a launch's recording starts with where none were chosen; the budget of steps ends it earlier.
constexpr std::uint64_t kFirstBlocks = 64;

// By any of its names: "blur<3>", "blur", the linker's.
bool IsNamed(const LaunchToChoose& launch, std::string_view name) {
  return name == launch.kernel || name == launch.kernel.substr(0, launch.kernel.find('<')) ||
         name == launch.linkage_name;
}

std::vector<std::uint64_t> Corners(const trace::Dim3& grid) {
  std::vector<std::uint64_t> blocks;
  for (const std::uint32_t z : {0u, grid.z - 1})
    for (const std::uint32_t y : {0u, grid.y - 1})
      for (const std::uint32_t x : {0u, grid.x - 1}) blocks.push_back(trace::LinearIndex({x, y, z}, grid));
  return blocks;
}

// At most `most` of them.
std::vector<std::uint64_t> BlocksOf(const session::BlockRule& rule, const trace::Dim3& grid, std::uint64_t most) {
  if (rule.kind == session::BlockRule::Kind::kCorners) return Corners(grid);
  const bool is_first = rule.kind == session::BlockRule::Kind::kFirst;
  const std::uint64_t step = rule.kind == session::BlockRule::Kind::kEvery ? rule.count : 1;
  const std::uint64_t end = is_first ? std::min(rule.count, grid.Count()) : grid.Count();
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t linear = 0; linear < end && blocks.size() < most; linear += std::min(step, end))
    blocks.push_back(linear);
  return blocks;
}

}  // namespace

bool IsWanted(const session::RecordSettings& settings, const LaunchToChoose& launch) {
  if (!settings.places.empty())
    return std::ranges::find(settings.places, launch.number, &session::RecordPlace::launch) != settings.places.end();
  if (settings.launch && launch.number != *settings.launch) return false;
  if (!settings.kernel.empty() && !IsNamed(launch, settings.kernel)) return false;
  const bool is_one_of_all = settings.every_launch && launch.number < settings.most_launches;
  return settings.launch || is_one_of_all || !launch.is_recorded_kernel;
}

bool IsLastWanted(const session::RecordSettings& settings, std::uint32_t launch) {
  return !settings.places.empty() && std::ranges::none_of(settings.places, [&](const session::RecordPlace& place) {
    return place.launch > launch;
  });
}

std::vector<std::uint64_t> BlocksToRecord(const session::RecordSettings& settings, std::uint32_t launch,
                                          const trace::Dim3& grid, const trace::Dim3& block) {
  const auto place = std::ranges::find(settings.places, launch, &session::RecordPlace::launch);
  const std::vector<trace::Dim3>& chosen = place != settings.places.end() ? place->blocks : settings.blocks;
  std::vector<session::BlockRule> rules;
  if (place == settings.places.end()) rules = settings.rules;
  if (chosen.empty() && rules.empty()) rules = {{session::BlockRule::Kind::kFirst, kFirstBlocks}};
  const std::uint64_t most = trace::kMostThreads / std::max<std::uint64_t>(block.Count(), 1);
  std::vector<std::uint64_t> blocks;
  for (const session::BlockRule& rule : rules)
    std::ranges::copy(BlocksOf(rule, grid, most), std::back_inserter(blocks));
  for (const trace::Dim3& index : chosen)
    if (index.x < grid.x && index.y < grid.y && index.z < grid.z) blocks.push_back(trace::LinearIndex(index, grid));
  std::ranges::sort(blocks);
  blocks.erase(std::ranges::unique(blocks).begin(), blocks.end());
  blocks.resize(std::min<std::uint64_t>(blocks.size(), most));
  return blocks;
}

}  // namespace lockstep::record
