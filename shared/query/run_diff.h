#pragma once

// Two recordings of a program side by side: before and after an edit, in another order of threads, with another input.
// The steps of threads are compared one by one: the lines they came to, the values they wrote, what they printed. Lines
// of an edited source stand for one another where their texts are equal.

#include <optional>
#include <string>
#include <vector>

#include "shared/query/table.h"
#include "shared/replay/replay.h"

namespace lockstep::query {

enum class DiffKind : std::uint8_t {
  kLine,     // the thread goes another way
  kValue,    // it writes another value to the same place
  kPlace,    // it writes to another place
  kPrinted,  // it prints something else
  kEnd,      // it ends earlier, or faults
};

// The first difference of a thread: on each side the moment, and what it does there in words.
struct ThreadDiff {
  DiffKind kind{};
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
  replay::Cursor a, b;
  std::string a_does, b_does;
};

// An array whose contents differ after a launch.
struct ArrayDiff {
  std::string name;
  std::uint64_t cells = 0, differ = 0;
  std::string first;                    // "d_out[7]: 3.5 and 4"; empty if only the sizes differ
  replay::Cell first_in_a, first_in_b;  // that cell in each recording
};

struct LaunchDiff {
  std::uint32_t launch = 0, second_launch = 0;  // indices in the two recordings
  std::uint32_t number = 0, second_number = 0;  // in the two runs of the program
  std::string kernel;
  std::uint64_t threads = 0, differ = 0;  // recorded in both
  std::vector<ThreadDiff> earliest;       // of the first recording's steps; at most DiffLimits::threads
  std::vector<ArrayDiff> arrays;
};

struct RunDiff {
  std::vector<LaunchDiff> launches;  // those that differ
  std::uint32_t compared = 0;        // launches (shared/replay/launch_pairs.h)
  std::uint64_t threads = 0;         // recorded in both, of those launches
  std::string scope;                 // what was compared: "launch 1 of `scale`", "3 launches of `scale` and `sum`"
  std::vector<std::string> notes;    // what could not be compared
  // True if something was compared, and nothing differs.
  bool empty() const { return launches.empty() && notes.empty() && threads > 0; }
};

// "goes another way".
const char* WordsOf(DiffKind kind);

struct DiffLimits {
  std::size_t threads = 5;       // told of each launch
  Progress* progress = nullptr;  // null: nobody looks. A withdrawn answer is not whole
};

// Moves both models.
RunDiff DiffRuns(replay::Model& a, replay::Model& b, const DiffLimits& limits = {});

// As text, or as JSON.
std::string FormatRunDiff(const RunDiff& diff, const std::string& a_name, const std::string& b_name, bool json);

}  // namespace lockstep::query
