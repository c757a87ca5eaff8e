#pragma once

// The part of a launch's steps that the timeline shows.

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lockstep::viz {

struct TimeWindow {
  double begin = 0, end = 0;  // positions in the launch's steps

  double width() const { return end - begin; }
  bool IsWhole(double steps) const { return width() >= steps; }

  // The least that is shown: each step is wide enough to be seen and hit.
  static constexpr double kLeast = 40;

  // Shows a fraction 1 / factor of the time, with `at` at the same place.
  TimeWindow Zoomed(double factor, double at, double steps) const {
    const double wide = std::clamp(width() / factor, std::min(kLeast, steps), steps);
    const double share = width() > 0 ? (at - begin) / width() : 0;
    return Fitted(at - share * wide, wide, steps);
  }
  TimeWindow Moved(double by, double steps) const { return Fitted(begin + by, width(), steps); }
  // Moved by as little as shows `position`, with a part of the time that follows or goes before.
  TimeWindow Showing(double position, double steps) const {
    if (position >= begin && position <= end) return *this;
    return Fitted(position - width() * (position > end ? 0.8 : 0.2), width(), steps);
  }

 private:
  static TimeWindow Fitted(double begin, double wide, double steps) {
    const double from = std::clamp(begin, 0.0, steps - wide);
    return {from, from + wide};
  }
};

}  // namespace lockstep::viz
