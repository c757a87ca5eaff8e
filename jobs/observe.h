#pragma once

// Observe: a program is built once, recorded with each of several inputs, and checked with each under several orders of
// threads. What is required of it (requirement.h) is then judged by what was observed, without another run.

#include <memory>
#include <span>

#include "jobs/check.h"
#include "jobs/record.h"

namespace lockstep::jobs {

// The input of one run.
struct Input {
  std::vector<std::string> arguments;
  std::optional<std::uint64_t> seed;  // of the program's random numbers (shared/lockstep/input.h)
  std::string text;                   // on its standard input
  std::string name;                   // what reports call it; empty: by its contents
};
// "`1000 7` and seed 3"; empty where it is nothing.
std::string Describe(const Input& input);

// One run.
struct Observed {
  std::shared_ptr<const trace::Recording> recording;  // null: no kernel ran
  std::filesystem::path file;                         // where it lies
  std::string output, errors;
  std::vector<session::Message> messages;             // of its runtime
  std::optional<Failure> ended;                       // how it ended where that was not well
  std::shared_ptr<const trace::Recording> reordered;  // in another order of threads, where that was asked for
  std::optional<Checked> checked;                     // where that was asked for
  std::optional<Failure> not_checked;                 // ... and why there is nothing
  std::chrono::milliseconds took{0};                  // the longer one of being recorded, and checked in one order
};

struct ObserveRequest {
  RecordRequest record;  // the program; the first run's recording goes to its path, the others' beside it
  std::vector<Input> inputs{Input{}};
  std::string schedules;            // of the checked runs ("all"); empty: they are not checked
  std::vector<std::string> arrays;  // what the checked runs leave in them is kept
  bool counts_lines = false;        // with what lines cost (explain.h)
  bool reorders = false;
  std::size_t threads = 0;  // how many runs go on at once; 0: as many as there are cores
  // Time on processors, of each run, recorded or checked in one order; empty: no limit.
  std::vector<std::chrono::milliseconds> processor_limits;
};

// One for each input, in their order; several runs go on at once. `is_enough` is asked after
// the first run, and ends the rest where it is true. Failures: those of a build, and of a program that is ended or
// cannot be recorded.
Result<std::vector<Observed>> Observe(const ObserveRequest& request, const Watch& watch = {},
                                      const std::function<bool(const Observed&)>& is_enough = {});

// The file for the recording of a run.
std::filesystem::path PathOfRun(const std::filesystem::path& first, std::size_t run);

// The parts of an observed reference that later runs need, in files beside its recording.
Expected<void> Save(const Observed& observed);
Expected<Observed> Load(const std::filesystem::path& recording);

}  // namespace lockstep::jobs
