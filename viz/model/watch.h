#pragma once

// An expression of the program's names, for the chosen thread, its warp and its block, and over the thread's time.

#include <optional>
#include <string>
#include <vector>

#include "shared/query/table.h"
#include "shared/replay/model.h"

namespace lockstep::viz {

// The value in one thread of the warp.
struct LaneValue {
  std::string text;              // empty: it has none
  std::string problem;           // why it has none
  std::optional<double> number;  // none for what is no number
  bool is_with = false;          // the thread is on the chosen thread's line
  bool exists = true;            // false past the block's end
};

// The values in several threads.
struct WatchGroup {
  std::size_t threads = 0, known = 0;
  std::string least, most;         // of numbers
  std::optional<std::string> all;  // if all that are known are equal
};

struct WatchValue {
  std::string text;     // for the chosen thread; empty: it has none
  std::string problem;  // why it has none
  std::vector<LaneValue> lanes;
  WatchGroup warp, block;
};

// At the model's moment. A thread of a block that was not recorded has no values.
WatchValue Watch(const replay::Model& model, const replay::Cursor& cursor, const std::string& expression);

// "0 … 31", "all 5", "all 5 in 30 of 32", "no value in any of 32".
std::string Describe(const WatchGroup& group);

// The values after the thread's stops, in the order of time.
struct WatchHistory {
  struct Point {
    replay::Position at = 0;
    std::optional<double> value;  // none: no value there, or it is no number
  };
  std::vector<Point> points;
  double least = 0, most = 0;
  bool any = false;
};

// At most `most` points, evenly over the stops. Moves the model within its launch.
WatchHistory HistoryOf(replay::Model& model, replay::ThreadSlot thread, const std::string& expression, std::size_t most,
                       query::Progress& progress);

}  // namespace lockstep::viz
