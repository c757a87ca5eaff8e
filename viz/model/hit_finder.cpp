#include "viz/model/hit_finder.h"

#include <algorithm>
#include <utility>

namespace lockstep::viz {
namespace {

using replay::Direction;
using replay::StepIndex;
using replay::ThreadSlot;

FoundHits Search(replay::Model& model, const Breakpoint& breakpoint, query::Progress& progress) {
  FoundHits found;
  auto hits = query::FindHits(model, breakpoint.query, breakpoint.file, &progress);
  if (!hits) return {.problem = hits.error().message};
  found.hits = std::move(*hits);
  if (found.hits.steps.empty() && found.hits.unknown > 0)
    found.problem = "the condition has no value at any of these moments: " + found.hits.problem;
  if (!query::IsLogPoint(breakpoint.query)) return found;
  auto log = query::LogOf(model, breakpoint.query, found.hits, HitFinder::kMostLogged, &progress);
  if (log) found.log = std::move(*log);
  return found;
}

// The hit after the moment, or before it, that `is_wanted` accepts. A moment is no hit of itself.
template <class IsWanted>
std::optional<StepIndex> NextOf(const std::vector<StepIndex>& hits, replay::Position moment, Direction direction,
                                IsWanted is_wanted) {
  if (direction == Direction::kForward) {
    const auto from = std::ranges::lower_bound(hits, moment);
    const auto next = std::find_if(from, hits.end(), is_wanted);
    return next == hits.end() ? std::nullopt : std::optional(*next);
  }
  for (auto i = std::ranges::lower_bound(hits, moment); i != hits.begin();) {
    --i;
    if (*i + 1 < moment && is_wanted(*i)) return *i;
  }
  return std::nullopt;
}

}  // namespace

void HitFinder::Forget(const replay::Model& model, const Breakpoints& breakpoints) {
  const auto is_wanted = [&](int id, const Wanted& wanted) {
    const Breakpoint* breakpoint = breakpoints.Find(id);
    return launch_ == model.launch_place() && breakpoint && wanted == Wanted{breakpoint->text(), breakpoint->file};
  };
  if (searched_ && !is_wanted(searched_->first, searched_->second)) {
    background_.Cancel();
    searched_.reset();
  }
  const auto gone = std::erase_if(kept_, [&](const auto& kept) { return !is_wanted(kept.first, kept.second.of); });
  if (gone > 0) ++version_;
  launch_ = model.launch_place();
}

bool HitFinder::BeginNext(const replay::Model& model, const Breakpoints& breakpoints) {
  const auto& all = breakpoints.all();
  const auto next = std::ranges::find_if(all, [&](const Breakpoint& b) { return !kept_.contains(b.id); });
  if (next == all.end()) return false;
  searched_.emplace(next->id, Wanted{next->text(), next->file});
  background_.Begin(model, [breakpoint = *next, launch = launch_](replay::Model& fork, query::Progress& progress) {
    fork.MoveTo(launch, 0);
    return Search(fork, breakpoint, progress);
  });
  return true;
}

void HitFinder::Follow(const replay::Model& model, const Breakpoints& breakpoints) {
  Forget(model, breakpoints);
  auto found = background_.Take();
  if (found && searched_) {
    kept_[searched_->first] = {searched_->second, std::move(*found)};
    searched_.reset();
    ++version_;
  }
  if (!searched_) BeginNext(model, breakpoints);
}

void HitFinder::FollowAWhile(const replay::Model& model, const Breakpoints& breakpoints) {
  constexpr std::size_t kMostAtOnce = 8;
  Follow(model, breakpoints);
  for (std::size_t i = 0; i < kMostAtOnce && searched_; ++i) {
    background_.WaitABit();
    Follow(model, breakpoints);
  }
}

void HitFinder::Stop() {
  background_.Stop();
  searched_.reset();
}

const FoundHits* HitFinder::Of(int id) const {
  const auto kept = kept_.find(id);
  return kept == kept_.end() ? nullptr : &kept->second.found;
}

std::optional<StepIndex> NextStop(const replay::Model& model, const Breakpoints& breakpoints, const HitFinder& finder,
                                  ThreadSlot thread, Direction direction) {
  const bool forward = direction == Direction::kForward;
  const auto nearest = [&](auto is_wanted) {
    std::optional<StepIndex> best;
    for (const Breakpoint& breakpoint : breakpoints.all()) {
      const FoundHits* found = finder.Of(breakpoint.id);
      if (!breakpoint.is_on || IsLogPoint(breakpoint.query) || !found) continue;
      const auto next = NextOf(found->hits.steps, model.position(), direction,
                               [&](StepIndex step) { return is_wanted(breakpoint, step); });
      if (next && (!best || (forward ? *next < *best : *next > *best))) best = next;
    }
    return best;
  };
  const auto own = nearest([&](const Breakpoint& breakpoint, StepIndex step) {
    const bool is_plain_line = breakpoint.query.what == query::What::kLines && !breakpoint.query.where;
    return !is_plain_line || model.index().ThreadOf(model.launch().steps[step]) == thread;
  });
  return own ? own : nearest([](const Breakpoint&, StepIndex) { return true; });
}

std::size_t HitsBefore(const FoundHits& found, replay::Position moment) {
  return static_cast<std::size_t>(std::ranges::lower_bound(found.hits.steps, moment) - found.hits.steps.begin());
}

}  // namespace lockstep::viz
