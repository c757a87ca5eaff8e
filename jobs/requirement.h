#pragma once

// The requirements of a program, and remarks for a learner on how a run of it meets them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "shared/metrics/measure.h"
#include "shared/report/kind.h"
#include "shared/trace/recording.h"

namespace lockstep::jobs {

using lockstep::metrics::Metric;
// A sentence where there is no such metric.
Expected<void> JudgeMetric(const metrics::Metric& metric);
// "`reads` in shared memory"
std::string Describe(const metrics::Metric& metric);
// "one thread makes 67 accesses in `highest`"
std::string Tell(const metrics::Metric& metric, double number);

// An array holds the same numbers as the reference solution's after the last launch, and kernels have computed them.
struct CompareArray {
  std::string array;     // the published name
  std::string with;      // another array of the program itself that it is compared with; empty: the reference
  double tolerance = 0;  // largest difference allowed
  std::optional<std::uint64_t> ulp;  // ... in units in the last place of the array's type, instead
};

// The checker finds no defect, under several orders of threads.
struct StayClean {
  std::vector<report::FindingKind> without;  // kinds that do not count
  std::string schedules = "all";             // "all", or one order
};

// A number, or as many times what the reference solution's run has.
struct Bound {
  Bound(double number, bool is_relative = false) : number(number), is_relative(is_relative) {}
  double number;
  bool is_relative;
};

// A number of the run lies within bounds.
struct MeetBound {
  metrics::Metric metric;
  std::optional<Bound> at_most, at_least, equal;
  std::optional<std::size_t> run;  // of this run only; else of each
  bool is_use = false;             // it says whether something is used at all
};

// Every array that the program has published holds the same bytes for every order of threads.
struct SameTwice {};

// The program prints what the reference solution prints; blanks at the ends of lines do not count.
struct SameOutput {};

using Requirement = std::variant<CompareArray, StayClean, MeetBound, SameTwice, SameOutput>;

enum class Fault : std::uint8_t {
#define LOCKSTEP_FAULT(name, key, meaning) name,
#include "jobs/faults.def"
#undef LOCKSTEP_FAULT
};
std::string_view KeyOf(Fault fault);
// Of every fault and every kind of finding that is no advice.
bool IsFaultKey(std::string_view key);

// A cell that holds another value than the solution's.
struct WrongCell {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t cell = 0;
  std::string expected;
};

// The moment to which a remark leads: a thread of a launch and, where they are known, its step and the cell.
struct Moment {
  std::uint32_t launch = 0;  // index into Recording::launches
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::optional<std::uint32_t> step;  // index into RecordedLaunch::steps; none where the block was not recorded
  std::optional<WrongCell> cell;
};

struct Remark {
  bool good = false;
  bool is_left_out = false;  // a number that says nothing, since the results are wrong; then it is not good
  std::string sentence;
  std::string fault;  // a key of faults.def, or of a kind of finding; empty where it is good
  std::optional<Moment> moment;
  std::optional<Moment> other;  // of a race: that of its second thread
  std::size_t run = 0;          // of the request's runs: the one that the remark is about
};

}  // namespace lockstep::jobs
