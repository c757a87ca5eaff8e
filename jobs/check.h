#pragma once

// Check: a program is built and run with every checker on, in one order of threads or in all, and what is wrong with it
// becomes a report.
//
//   auto checked = jobs::Check({.program = {.build = {.inputs = {"sum.cu"}}}});
//   if (checked) std::cout << TellReport(checked->report, {});
//
// RecordFindings goes on from there: the launches and blocks around the findings, recorded, with the findings in the
// recording, each at its step.

#include <optional>
#include <string>
#include <vector>

#include "jobs/explain.h"
#include "jobs/program.h"
#include "jobs/silence.h"
#include "shared/report/tell.h"
#include "shared/trace/recording.h"
#include "sim/check/report_file.h"

namespace lockstep::jobs {

struct CheckRequest {
  Program program;
  std::string schedule = "serial";                          // an order of threads (sim/launch/order.h), or "all"
  std::uint64_t most_rounds = CheckSettings{}.most_rounds;  // of loops that a thread may go
  std::optional<Explain> explain;                           // count what lines cost, too
  std::string suppressions;                                 // a file of findings to leave out (silence.h); empty: none
  Choice choice;                                            // of the findings
  bool output_to_errors = false;                            // what the program prints goes to standard error
};

struct Checked {
  Report report;                    // of all orders, each finding once, chosen and with its cause
  std::optional<RunCounts> counts;  // CheckRequest::explain; in the first of the orders
  std::optional<ExitStatus> ended;  // how the program ended where it did not end by itself; the watch has the sentence
  int program_status = 0;           // else its exit status

  bool HasDefects() const;  // findings that are more than advice
};

// A sentence where `schedule` is none.
Expected<void> JudgeSchedule(const std::string& schedule);

// Failures: those of a build; kBadUsage, kBadInput (the suppressions), kCannotWrite, and how the program ended where
// that left nothing to report.
Result<Checked> Check(const CheckRequest& request, const Watch& watch = {});

struct FindingsRequest {
  Program program;                  // as it was checked
  std::uint64_t steps = 2'000'000;  // the budget of each launch
  std::string order = "lockstep";
  std::string file;  // where the recording goes too; empty: nowhere
};

// Failures: those of a build, kBadInput where the program did not come as far again, kCannotWrite.
Result<Recording> RecordFindings(const Report& report, const TellOptions& tell, const FindingsRequest& request,
                                 const Watch& watch = {});

}  // namespace lockstep::jobs
