#include "shared/replay/view_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "shared/trace/lookup.h"
#include "shared/trace/words.h"

namespace lockstep::replay {
namespace {

using trace::Step;
using trace::StepKind;

// Accesses are compared by words of this many bytes: those to other bytes of one word keep their order too.
constexpr std::uint32_t kWord = 4;
// The notes of the words of all accesses: against recordings of large copies by single threads.
constexpr std::size_t kMostNotes = 50'000'000;

// How many of the steps that count in `counter` must have happened before.
struct Need {
  std::uint32_t counter = 0, least = 0;
};

// The steps of one warp, as recorded.
struct WarpProgress {
  std::uint32_t block = 0;
  std::vector<StepIndex> steps;
  std::size_t next = 0;
  bool has_ended() const { return next == steps.size(); }
};

class Orderer {
 public:
  Orderer(const trace::RecordedLaunch& launch, const GoOn& go_on) : launch_(launch), go_on_(go_on) {
    first_need_.reserve(launch.steps.size() + 1);
    first_counted_.reserve(launch.steps.size() + 1);
    launch.steps.ForEach([&](std::size_t i, const Step& step) { Take(static_cast<StepIndex>(i), step); });
    first_need_.push_back(needs_.size());
    first_counted_.push_back(counted_.size());
    done_.assign(expected_.size(), 0);
    warp_done_.assign(warps_.size(), 0);
  }

  bool is_stopped() const { return is_stopped_; }
  bool is_too_large() const { return expected_.size() + counted_.size() + needs_.size() >= kMostNotes; }

  std::vector<StepIndex> Run(ViewOrder order) {
    std::vector<StepIndex> result;
    result.reserve(launch_.steps.size());
    const auto warps = static_cast<std::uint32_t>(warps_.size());
    for (std::uint32_t first = 0; first < warps && !is_stopped_;) {
      std::uint32_t end = warps;
      if (order == ViewOrder::kWarpsInTurn)
        for (end = first + 1; end < warps && warps_[end].block == warps_[first].block;) ++end;
      // The event that this block waits for may be in a later one.
      for (std::uint32_t last = end; !is_stopped_ && !HaveEnded(first, end);)
        if (!Round(first, last, result) && last < warps) ++last;
      first = end;
    }
    return result;
  }

 private:
  using Barrier = std::pair<std::uint32_t, std::uint32_t>;  // kind, whose

  // Each step is counted twice: when what it waits for is found, and when it has its place.
  void CountDone() {
    constexpr std::uint64_t kEvery = 1 << 16;
    if (++counted_steps_ % kEvery != 0 || !go_on_ || is_stopped_) return;
    is_stopped_ = !go_on_(static_cast<float>(counted_steps_) / static_cast<float>(2 * launch_.steps.size()));
  }

  void Take(StepIndex i, const Step& step) {
    CountDone();
    if (is_too_large() || is_stopped_) return;
    first_need_.push_back(needs_.size());
    first_counted_.push_back(counted_.size());
    const std::uint32_t warp = WarpOf(step);
    warps_[warp].steps.push_back(i);
    const bool writes = trace::IsWrite(step);
    if (writes || step.kind == StepKind::kRead) TakeAccess(step, writes);
    if (step.kind == StepKind::kArrive || step.kind == StepKind::kPass) TakeBarrier(step, warp);
    if (step.kind == StepKind::kFree || step.kind == StepKind::kFault) WaitForAll(warp);
    if (step.kind == StepKind::kFree) Count(freed_.try_emplace(step.object, NewCounter()).first->second);
  }

  std::uint32_t WarpOf(const Step& step) {
    const auto [found, is_new] = numbers_.try_emplace({step.block, step.thread / trace::kWarpSize}, warps_.size());
    if (is_new) warps_.push_back({.block = step.block});
    return found->second;
  }

  void TakeAccess(const Step& step, bool writes) {
    // A thread's own variables are in the order of its warp.
    const bool is_local = trace::IsLaunchObject(step.object) && IsLocal(step.object);
    if (is_local || step.object == trace::ObjectId::kNone) return;
    if (const auto freed = freed_.find(step.object); freed != freed_.end()) Wait(freed->second);
    const std::uint32_t last = step.offset + std::max<std::uint32_t>(step.size, 1) - 1;
    for (std::uint32_t word = step.offset / kWord; word <= last / kWord; ++word) {
      const std::uint64_t key = std::uint64_t{trace::Index(step.object)} << 32 | word;
      const auto [found, is_new] = words_.try_emplace(key, 0);
      if (is_new) found->second = NewCounter(), NewCounter();
      const std::uint32_t accesses = found->second, writers = accesses + 1;
      // A read waits for the writes before it, a write for all accesses before it.
      Wait(writes ? accesses : writers);
      Count(accesses);
      if (writes) Count(writers);
    }
  }

  bool IsLocal(trace::ObjectId object) const {
    const std::uint32_t index = trace::LaunchObjectIndex(object);
    return index < launch_.objects.size() && launch_.objects.FormOf(index).kind == trace::ObjectKind::kLocal;
  }

  // A thread that comes to a barrier for the n-th time leaves it when all have come for the n-th time.
  void TakeBarrier(const Step& step, std::uint32_t warp) {
    const auto kind = static_cast<trace::BarrierKind>(step.offset);
    const std::uint32_t who = kind == trace::BarrierKind::kWarp    ? warp
                              : kind == trace::BarrierKind::kBlock ? step.block
                                                                   : 0;
    const Barrier barrier{step.offset, who};
    std::uint32_t& times = times_[{barrier, step.block, step.thread}];
    if (step.kind == StepKind::kArrive) ++times;
    CountOrWait(step, {barrier, times});
    // Threads that come to barriers of part of a block may do so a different number of times.
    if (kind == trace::BarrierKind::kGroup) CountOrWait(step, {{step.offset, ~step.block}, 0});
  }

  void CountOrWait(const Step& step, const std::pair<Barrier, std::uint32_t>& which) {
    const auto [found, is_new] = arrivals_.try_emplace(which, 0);
    if (is_new) found->second = NewCounter();
    if (step.kind == StepKind::kArrive)
      Count(found->second);
    else
      Wait(found->second);
  }

  // Rare: for what ends the launch, or an object.
  void WaitForAll(std::uint32_t own) {
    for (std::uint32_t warp = 0; warp < warps_.size(); ++warp)
      if (warp != own) needs_.push_back({kWarpCounter | warp, static_cast<std::uint32_t>(warps_[warp].steps.size())});
  }

  std::uint32_t NewCounter() {
    expected_.push_back(0);
    return static_cast<std::uint32_t>(expected_.size() - 1);
  }
  void Wait(std::uint32_t counter) {
    if (expected_[counter] > 0) needs_.push_back({counter, expected_[counter]});
  }
  void Count(std::uint32_t counter) {
    ++expected_[counter];
    counted_.push_back(counter);
  }

  bool IsReady(StepIndex step) const {
    for (std::size_t i = first_need_[step]; i < first_need_[step + 1]; ++i) {
      const auto [counter, least] = needs_[i];
      const std::uint32_t done = counter & kWarpCounter ? warp_done_[counter & ~kWarpCounter] : done_[counter];
      if (done < least) return false;
    }
    return true;
  }

  // A turn for each warp; false if none could do anything.
  bool Round(std::uint32_t first, std::uint32_t last, std::vector<StepIndex>& result) {
    const std::size_t before = result.size();
    for (std::uint32_t warp = first; warp < last; ++warp) Turn(warp, result);
    return result.size() > before;
  }

  // Until a thread comes to its second line, or the next step must wait.
  void Turn(std::uint32_t number, std::vector<StepIndex>& result) {
    WarpProgress& warp = warps_[number];
    std::uint32_t have_moved = 0;
    for (; !warp.has_ended(); ++warp.next) {
      const StepIndex i = warp.steps[warp.next];
      const Step step = launch_.steps[i];
      const std::uint32_t lane = 1u << (step.thread % trace::kWarpSize);
      if (step.kind == StepKind::kLine && (have_moved & lane)) return;
      if (!IsReady(i)) return;
      if (step.kind == StepKind::kLine) have_moved |= lane;
      for (std::size_t k = first_counted_[i]; k < first_counted_[i + 1]; ++k) ++done_[counted_[k]];
      ++warp_done_[number];
      result.push_back(i);
      CountDone();
    }
  }

  bool HaveEnded(std::uint32_t first, std::uint32_t end) const {
    return std::all_of(warps_.begin() + first, warps_.begin() + end,
                       [](const WarpProgress& w) { return w.has_ended(); });
  }

  static constexpr std::uint32_t kWarpCounter = 0x80000000;

  const trace::RecordedLaunch& launch_;
  const GoOn& go_on_;
  std::uint64_t counted_steps_ = 0;
  bool is_stopped_ = false;
  std::vector<WarpProgress> warps_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;          // of warps
  std::unordered_map<std::uint64_t, std::uint32_t> words_;                            // their counters
  std::map<std::pair<Barrier, std::uint32_t>, std::uint32_t> arrivals_;               // their counters, by how often
  std::map<std::tuple<Barrier, std::uint32_t, std::uint32_t>, std::uint32_t> times_;  // of each thread
  std::map<trace::ObjectId, std::uint32_t> freed_;                                    // their counters
  std::vector<std::uint32_t> expected_, done_, warp_done_;
  std::vector<Need> needs_;
  std::vector<std::uint32_t> counted_;
  std::vector<std::size_t> first_need_, first_counted_;  // of each step, and an end
};

}  // namespace

std::string_view NameOf(ViewOrder order) {
  switch (order) {
    case ViewOrder::kRecorded: return "as recorded";
    case ViewOrder::kWarpsInTurn: return "warps in turn";
    case ViewOrder::kBlocksSideBySide: return "blocks side by side";
  }
  return "?";
}

std::optional<std::vector<StepIndex>> OrderSteps(const trace::RecordedLaunch& launch, ViewOrder order,
                                                 const GoOn& go_on) {
  if (launch.steps.size() > kMostOrdered) return std::nullopt;
  if (order != ViewOrder::kRecorded) {
    Orderer orderer(launch, go_on);
    if (orderer.is_too_large() || orderer.is_stopped()) return std::nullopt;
    auto steps = orderer.Run(order);
    return orderer.is_stopped() ? std::nullopt : std::optional(std::move(steps));
  }
  std::vector<StepIndex> same(launch.steps.size());
  std::iota(same.begin(), same.end(), StepIndex{0});
  return same;
}

namespace {

// `shares` of the work is done before this launch; it is `share` of it.
GoOn PartOf(const GoOn& go_on, bool& is_stopped, float before, float share) {
  if (!go_on) return {};
  return [&go_on, &is_stopped, before, share](float done) {
    is_stopped |= !go_on(before + share * done);
    return !is_stopped;
  };
}

// The launch's steps in that order; returns for each recorded step its place.
std::vector<StepIndex> Reorder(trace::RecordedLaunch& launch, const std::vector<StepIndex>& steps) {
  std::vector<Step> ordered;
  ordered.reserve(steps.size());
  std::vector<StepIndex> place_of(steps.size());
  for (const StepIndex i : steps) {
    place_of[i] = static_cast<StepIndex>(ordered.size());
    ordered.push_back(launch.steps[i]);
  }
  launch.steps = std::move(ordered);
  return place_of;
}

Position MomentIn(const std::vector<std::vector<StepIndex>>& places, std::uint32_t launch, Position moment) {
  if (launch >= places.size() || moment == 0 || moment >= places[launch].size()) return moment;
  return places[launch][moment - 1] + 1;
}

}  // namespace

Position StepOrder::ToRecorded(std::uint32_t launch, Position moment) const {
  return MomentIn(recorded, launch, moment);
}

Position StepOrder::ToShown(std::uint32_t launch, Position moment) const { return MomentIn(shown, launch, moment); }

Expected<OrderedRecording> InOrder(trace::Recording recording, ViewOrder order, const GoOn& go_on) {
  std::size_t all = 1, before = 0;
  for (const trace::RecordedLaunch& launch : recording.launches) all += launch.steps.size();
  StepOrder map{.order = order};
  bool is_stopped = false;
  for (std::uint32_t place = 0; place < recording.launches.size(); ++place) {
    trace::RecordedLaunch& launch = recording.launches[place];
    const auto share_of = [&](std::size_t steps) { return static_cast<float>(steps) / static_cast<float>(all); };
    auto steps = OrderSteps(launch, order, PartOf(go_on, is_stopped, share_of(before), share_of(launch.steps.size())));
    if (is_stopped) return Fail("the order is not wanted any more");
    if (!steps)
      return Fail(fmt::format("launch {} has {} steps, and at most {} can be ordered: record fewer blocks",
                              launch.number, launch.steps.size(), kMostOrdered));
    before += launch.steps.size();
    map.shown.push_back(Reorder(launch, *steps));
    map.recorded.push_back(std::move(*steps));
    const std::vector<StepIndex>& place_of = map.shown.back();
    for (trace::RecordedFinding& finding : recording.findings)
      for (trace::RecordedSide& side : finding.sides)
        if (side.launch == place && side.step < place_of.size()) side.step = place_of[side.step];
  }
  recording.notes.push_back(fmt::format("the steps are shown in an order that they may have had: {}", NameOf(order)));
  return OrderedRecording{std::move(recording), std::move(map)};
}

}  // namespace lockstep::replay
