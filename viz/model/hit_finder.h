#pragma once

// The hits of breakpoints in the launch in view. Those that are quickly found are found at once, the others on a thread
// of their own; once they are known, running to the next one is a binary search.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/replay/stepping.h"
#include "viz/model/background.h"
#include "viz/model/breakpoint.h"

namespace lockstep::viz {

struct FoundHits {
  query::Hits hits;
  std::vector<query::Logged> log;
  std::string problem;  // why there are none: a sentence; empty if the search went well
};

class HitFinder {
 public:
  static constexpr std::size_t kMostLogged = 10'000;  // lines of each log point

  // Takes what was found, forgets what is not wanted any more, and begins to search for what is missing. To be called
  // in each frame.
  void Follow(const replay::Model& model, const Breakpoints& breakpoints);
  // The same, and waits some milliseconds.
  void FollowAWhile(const replay::Model& model, const Breakpoints& breakpoints);
  // Waits until no thread reads the recording any more.
  void Stop();

  // Null while they are searched for.
  const FoundHits* Of(int id) const;
  bool is_running() const { return searched_.has_value(); }
  float share() const { return background_.share(); }
  // Changes with the hits.
  std::uint64_t version() const { return version_; }

 private:
  struct Wanted {
    std::string text;
    trace::FileId file;
    friend bool operator==(const Wanted&, const Wanted&) = default;
  };
  struct Kept {
    Wanted of;
    FoundHits found;
  };
  void Forget(const replay::Model& model, const Breakpoints& breakpoints);
  bool BeginNext(const replay::Model& model, const Breakpoints& breakpoints);

  std::uint32_t launch_ = 0xffffffff;
  std::map<int, Kept> kept_;
  std::optional<std::pair<int, Wanted>> searched_;
  Background<FoundHits> background_;
  std::uint64_t version_ = 0;
};

// The next hit of a breakpoint that is on and does not log, from the model's moment on: of breakpoints for lines
// without a condition, one by `thread` if it ever comes to one in that direction. None if there is none further; hits
// that are still searched for are not among them.
std::optional<replay::StepIndex> NextStop(const replay::Model& model, const Breakpoints& breakpoints,
                                          const HitFinder& finder, replay::ThreadSlot thread,
                                          replay::Direction direction);

// A breakpoint's number of hits up to the moment.
std::size_t HitsBefore(const FoundHits& found, replay::Position moment);

}  // namespace lockstep::viz
