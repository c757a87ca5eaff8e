#pragma once

// Check: builds a program and runs it with every checker on, in one order of threads or in several, and reports the
// defects found.
//
//   auto checked = jobs::Check({.program = {.build = {.inputs = {"sum.cu"}}}});
//   if (checked) std::cout << FormatReport(checked->report, {});
//
// RecordFindings then records the launches and blocks around the findings, and puts the findings into the recording,
// each at its step.

#include <optional>
#include <string>
#include <vector>

#include "jobs/explain.h"
#include "jobs/program.h"
#include "jobs/silence.h"
#include "shared/report/format_report.h"
#include "shared/session/kept_arrays.h"
#include "shared/session/report_file.h"
#include "shared/trace/recording.h"

namespace lockstep::jobs {

struct CheckRequest {
  Program program;
  // An order of threads (shared/session/order.h), "all", or "auto": serial, and consumer-first too where threads wait
  // for flags.
  std::string schedule = "auto";
  // Of loops that a thread may go before its kernel counts as endless; 0: until it is known that a loop does not end.
  std::uint64_t most_rounds = 0;
  bool strict_init = false;           // unwritten values that kernels store in memory that outlives them are findings
  std::optional<Explain> explain;     // count what lines cost, too
  std::string suppressions;           // a file of findings to leave out (silence.h); empty: none
  Choice choice;                      // of the findings
  bool output_to_errors = false;      // what the program prints goes to standard error
  std::vector<std::string> arrays;    // whose contents at the end of each run are to be compared (Checked::runs)
  std::uint32_t most_launches = ~0u;  // ... after as many launches, if there are more
  bool is_brief = false;  // it takes a moment: each order runs on one core at once, not again for its defects
};

// The contents of the arrays that were asked for after one run, and the text that it has printed.
struct CheckedRun {
  std::string order;  // of threads
  std::vector<session::KeptArray> arrays;
  std::string output;  // of a program in the background

  // Null where the run has left none of that name.
  const std::vector<std::uint8_t>* Find(std::string_view name) const;
};

struct Checked {
  report::Report report;                     // of all orders: each chosen finding once, with its cause
  std::optional<metrics::RunCounts> counts;  // for CheckRequest::explain; of the first order
  std::vector<CheckedRun> runs;              // all but those that a limit has cut off
  std::optional<ExitStatus> ended;           // set if the program did not end by itself; the watch has the sentence
  std::optional<Failure> failure;            // why it did not end well
  int program_status = 0;                    // otherwise its exit status
  std::chrono::milliseconds longest{0};      // of the runs, on the clock

  bool has_defects = false;  // findings that are more than advice, or advice that the request counts
};

// An error if `schedule` is not valid.
Expected<void> JudgeSchedule(const std::string& schedule);

// Failures: those of a build; kBadUsage, kBadInput (the suppressions), kCannotWrite, and the program's end if that left
// nothing to report.
Result<Checked> Check(const CheckRequest& request, const Watch& watch = {});
// The same in two steps, for a program that is checked several times.
Result<std::string> BuildForCheck(const CheckRequest& request, const Watch& watch = {});
// `path` may also be a program of the user's, with a request without inputs: kBadInput if it was not built in check
// mode.
Result<Checked> CheckBuilt(const std::string& path, const CheckRequest& request, const Watch& watch = {});

struct FindingsRequest {
  Program program;                  // the program that was checked
  std::uint64_t steps = 2'000'000;  // the budget of each launch
  std::string order = "lockstep";
  std::string file;  // the file for the recording; empty: none
};

// Failures: those of a build, kBadInput if the program did not get that far again, kCannotWrite.
Result<trace::Recording> RecordFindings(const report::Report& report, const report::FormatOptions& tell,
                                        const FindingsRequest& request, const Watch& watch = {});

}  // namespace lockstep::jobs
