#pragma once

// One number of a run, by its name, for a lesson's limits and for quotations in its text.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"
#include "shared/metrics/line_counts.h"

namespace lockstep::metrics {

struct Metric {
  std::string name;    // of metrics.def
  std::string kernel;  // as add, or add<16> for one instance of a template; empty: all kernels together
  std::string array;   // of that kernel; empty: all memory
  std::optional<CountedMemory> memory;
  std::string device;  // of launch/devices.def; empty: kDefaultDevice
};

// In the order of metrics.def.
std::vector<std::string_view> MetricNames();
// "one thread makes 67 accesses"; `number` as text.
std::string ClauseOn(std::string_view metric, std::string_view number);
// True if it is a count, and so a whole number, or a quotient of two.
bool IsCount(const Metric& metric);
// True if it is counted at each access, by code that the program is built with for it.
bool NeedsLines(const Metric& metric);
// A sentence where there is no such metric, or it is not one of arrays, memories or devices.
Expected<void> Judge(const Metric& metric);

// Fails if no such kernel has run, if host code plays it and the metric is none of what host code can do, or if there
// is no such device. An array that the kernel never accesses has zero accesses.
Expected<double> Measure(const RunCounts& counts, const Metric& metric);

// "tile" of "void tile<16>(float const*, float*)".
std::string PlainName(std::string_view kernel);

}  // namespace lockstep::metrics
