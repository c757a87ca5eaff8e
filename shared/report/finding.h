#pragma once

// A finding: a defect (or a piece of advice) that a checker reports, and a report: all findings of a run and what was
// checked. format_report.h turns a report into text, JSON and SARIF. Lines and columns count from 1; 0 means unknown.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/report/kind.h"
#include "shared/trace/modelled_set.h"
#include "shared/trace/recording.h"
#include "shared/trace/words.h"

namespace lockstep::report {

// A place in the source; unknown if the file is empty.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string function;
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// The action of a thread, or of the host, at a place. The first three are the kinds of access (AccessKind).
enum class Action : std::uint8_t {
  kRead,      // "read 4 bytes"
  kWrite,     // "wrote 4 bytes"
  kAtomic,    // "updated 4 bytes with an atomic"
  kWait,      // "waits"
  kLeave,     // "has left the kernel"
  kAllocate,  // "allocated it"
  kFree,      // "freed it"
  kLaunch,    // "launched the kernel"
  kCall,      // the note says what: "called `cudaMemcpy`"
};
inline constexpr Action kLastAction = Action::kCall;

constexpr Action ActionOf(trace::AccessKind kind) { return static_cast<Action>(kind); }
static_assert(ActionOf(trace::AccessKind::kRead) == Action::kRead &&
              ActionOf(trace::AccessKind::kWrite) == Action::kWrite &&
              ActionOf(trace::AccessKind::kAtomic) == Action::kAtomic);

constexpr bool IsAccess(Action action) { return action <= Action::kAtomic; }

// One side of a finding: which thread (or the host) did what, and where.
struct FindingSide {
  Action action = Action::kRead;
  std::uint64_t size = 0;  // bytes
  bool by_host = false;    // then block and thread are meaningless
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
  // Which of the thread's accesses it is: the n-th of this action at this place (file, line and column) in the launch,
  // from 1; those to the thread's own stack do not count. 0: not known. A check and a recording of a program count
  // alike, so launch, block, thread, place, action and this number name a step.
  std::uint32_t ordinal = 0;
  std::uint64_t more_threads = 0;  // the number of other threads that did the same
  SourcePlace place;
  std::string note;  // follows the action: "at `__syncthreads()`", "in launch 2 on another stream"
};

// The memory that a finding is about.
struct FindingObject {
  std::string name;                    // "d_out", "tile"; empty if it has none
  std::string what;                    // "global memory", "__shared__ variable", "local variable", ...
  std::string type;                    // of its elements; empty if unknown
  std::uint64_t size = 0;              // bytes
  std::optional<std::int64_t> offset;  // of the access, from the object's start; negative: before it
  SourcePlace allocated_at;            // allocation, or declaration
  bool is_allocated = false;           // by a call
};

struct Finding {
  FindingKind kind{};
  std::string fact;          // one sentence without a full stop: "two threads write `winner` with no barrier between"
  SourcePlace place;         // the guilty line
  std::string kernel;        // demangled; empty on the host
  std::uint32_t launch = 0;  // its number in program order
  std::vector<FindingSide> sides;
  std::optional<FindingObject> object;
  std::string origin;       // the source of a bad value, or the place of a missing barrier; may be empty
  std::string hint;         // what to do; may be empty
  std::uint64_t count = 1;  // how often it happened; all else describes the first time
  // If another finding is the probable cause (causes.h): its index in Report::findings. The cause itself follows no
  // other.
  std::optional<std::size_t> follows;
};

// The checks of a run. Without it, a report without findings has no meaning.
struct Checked {
  std::uint64_t launches = 0, threads = 0, accesses = 0;
  std::uint64_t library_calls = 0;  // of cuBLAS, cuFFT, cuRAND: those that had work to do
  bool accesses_vary = false;       // threads poll, so the number of accesses differs between runs
  std::vector<std::string> kernels_never_run;
  // That ran and were not checked: their part of the program was built in another mode.
  std::vector<std::string> kernels_unchecked;
  trace::ModelledSet modelled = 0;
  std::string order;  // thread orders and their seed: "lockstep, shuffled(7)"
};

struct Report {
  std::string program;
  std::vector<Finding> findings;  // in the order of the report
  Checked checked;
  std::uint64_t suppressed = 0;  // silenced by a comment, a file or a flag
  std::uint64_t left_out = 0;    // findings beyond --max
};

}  // namespace lockstep::report
