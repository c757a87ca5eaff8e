#pragma once

// Stretches of threads' time as a web page: one file, without a network, that a browser plays by keys. It has the
// source with the thread's numbers, the threads of its block by line, the thread's variables, and the arrays.

#include <cstddef>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/replay.h"

namespace lockstep::query {

struct PageOptions {
  std::string title;            // of the page: the recording's name
  std::string caption;          // the author's words; empty: none
  std::size_t stops = 200;      // of the thread, around the moment; at least 1
  std::size_t cells = 256;      // of each array
  std::size_t bytes = 4 << 20;  // of the data; later stops are left out beyond that
};

// The page says what it lacks. Moves the model. The Error: the thread's block was not recorded.
Expected<std::string> MakePage(replay::Model& model, const replay::Cursor& place, const PageOptions& options);

// A stop of a tour; `caption` of the options is not used.
struct TourStop {
  replay::Cursor place;
  std::string caption;
};

// A page of several such stretches, which the reader visits one after the other. They share the bytes of the options.
// The Error: there is no stop, or a stop's block was not recorded.
Expected<std::string> MakeTour(replay::Model& model, const std::vector<TourStop>& stops, const PageOptions& options);

}  // namespace lockstep::query
