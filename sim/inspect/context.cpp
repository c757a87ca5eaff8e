#include "sim/inspect/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "sim/inspect/access_words.h"
#include "sim/inspect/worker.h"
#include "sim/launch/faults.h"

namespace lockstep::inspect {
namespace {

trace::Dim3 Unfold(std::uint64_t linear, trace::Dim3 size) {
  return {static_cast<std::uint32_t>(linear % size.x), static_cast<std::uint32_t>(linear / size.x % size.y),
          static_cast<std::uint32_t>(linear / size.x / size.y)};
}

// By number of a site: the number of the first site that has its file, line and column.
std::vector<std::uint32_t> PlacesOf(const std::vector<const LockstepSite*>& sites) {
  std::map<std::tuple<std::string_view, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  std::vector<std::uint32_t> places;
  for (const LockstepSite* site : sites) {
    const auto number = static_cast<std::uint32_t>(places.size());
    places.push_back(known.try_emplace({site->file, site->line, site->column}, number).first->second);
  }
  return places;
}

}  // namespace

CheckContext::CheckContext(session::CheckSettings check_settings, machine::Machine& of, bool is_parallel)
    : settings(std::move(check_settings)),
      machine(of),
      parallel(is_parallel),
      memory(of, settings.with_ordinals),
      report(settings, of, collector) {
  LearnUnits();
}

void CheckContext::LearnUnits() {
  const std::vector<LockstepUnit*> units = machine.Units();
  if (units.size() == units_) return;
  memory.AddVariables(std::span(units).subspan(std::exchange(units_, units.size())));
  sites_ = machine.Sites();
  if (settings.with_ordinals) places_ = PlacesOf(sites_);
}

void CheckContext::BeginLaunch(const launch::LaunchRequest& request, std::uint32_t number) {
  LearnUnits();
  report.CountLaunch(request.kernel, request.grid.Count() * request.block.Count());
  fault_is_reported = false;
  launch = {.number = number,
            .first_block = next_block,
            .floor = episodes.next(),
            .kernel = request.kernel,
            .grid = request.grid,
            .block = request.block,
            .caller = request.caller,
            .stream = request.stream};
  next_block += static_cast<std::uint32_t>(request.grid.Count());
  works.push_back(launch);
}

report::SourcePlace CheckContext::PlaceOf(const LockstepSite* site) const {
  if (!site) return {};
  return {.file = site->file, .line = site->line, .column = site->column, .function = machine.FunctionOf(*site)};
}

report::Finding CheckContext::Begin(report::FindingKind kind, std::string fact, const LockstepSite* site) const {
  return {.kind = kind,
          .fact = std::move(fact),
          .place = PlaceOf(site),
          .kernel = launch.kernel ? launch.kernel->pretty_name : "",
          .launch = launch.number};
}

report::FindingSide CheckContext::SideOf(const launch::ThreadRun& thread, const LockstepSite* site,
                                         report::Action action, std::uint64_t size) const {
  const LockstepBlock& block = *thread.block;
  return {.action = action,
          .size = size,
          .block = {block.index[0], block.index[1], block.index[2]},
          .thread = {thread.index[0], thread.index[1], thread.index[2]},
          .place = PlaceOf(site)};
}

report::FindingSide CheckContext::SideOf(const launch::ThreadRun& thread, const Touch& touch) const {
  report::FindingSide access = SideOf(thread, touch.site, report::ActionOf(touch.kind), touch.size);
  access.ordinal = touch.ordinal;
  return access;
}

const LaunchFacts& CheckContext::LaunchOf(const check::Episode& episode) const {
  const auto after = std::ranges::upper_bound(works, episode.block, {}, &LaunchFacts::first_block);
  return after != works.begin() ? *std::prev(after) : launch;
}

report::FindingSide CheckContext::SideOf(check::Segment segment, std::uint32_t site, report::Action action,
                                         std::uint64_t size, std::uint32_t ordinal) const {
  const check::Episode& episode = episodes[check::EpisodeOf(segment)];
  const std::uint64_t thread = episode.warp * trace::kWarpSize + check::LaneOf(segment);
  const LaunchFacts& of = LaunchOf(episode);
  if (!of.kernel)
    return {.action = report::Action::kCall,
            .by_host = true,
            .place = session::HostPlace(of.caller),
            .note = fmt::format("{} it", of.what)};
  report::FindingSide access{.action = action,
                             .size = size,
                             .block = Unfold(episode.block - of.first_block, of.grid),
                             .thread = Unfold(thread, of.block),
                             .ordinal = ordinal,
                             .place = PlaceOf(SiteAt(site))};
  if (of.number != launch.number) {
    access.note = fmt::format("in launch {}", of.number);
    if (site == check::kNoSite) access.note += fmt::format(" (`{}`)", of.kernel->pretty_name);
  }
  return access;
}

check::Rank CheckContext::RankOf(const launch::ThreadRun& thread) const {
  return {.launch = launch.number, .block = launch::LinearBlock(*thread.block), .thread = thread.linear};
}

check::Rank CheckContext::RankOf(check::Segment segment) const {
  if (!check::EpisodeOf(segment)) return {.launch = launch.number};
  const check::Episode& episode = episodes[check::EpisodeOf(segment)];
  const LaunchFacts& of = LaunchOf(episode);
  return {.launch = of.number,
          .block = episode.block - of.first_block,
          .thread = episode.warp * trace::kWarpSize + check::LaneOf(segment)};
}

void CheckContext::Add(const check::FindingKey& key, const launch::ThreadRun& thread, report::Finding finding) {
  collector.Add(key, RankOf(thread), ThisWorker().recent, [&] { return std::move(finding); });
}

bool CheckContext::CountsAgain(const check::FindingKey& key, const launch::ThreadRun& thread) {
  return collector.CountsAgain(key, RankOf(thread), ThisWorker().recent);
}

void CheckContext::ReportAt(launch::ThreadRun& thread, const Touch& touch, report::FindingKind kind, std::string fact,
                            std::string hint, std::optional<report::FindingObject> object) {
  report::Finding finding = Begin(kind, std::move(fact), touch.site);
  finding.sides.push_back(SideOf(thread, touch));
  finding.hint = std::move(hint);
  finding.object = std::move(object);
  Add({kind, touch.site->id}, thread, std::move(finding));
}

void CheckContext::StopKernel(std::string_view what) {
  fault_is_reported = true;
  launch::RaiseFault(launch::LaunchFault::kIllegalAddress, fmt::format("{} {}", launch::DescribeCurrentThread(), what));
}

}  // namespace lockstep::inspect
