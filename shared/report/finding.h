#pragma once

// A finding: a defect (or a piece of advice) that a checker reports, and a report: all findings of a run and what was
// checked. tell.h turns a report into text, JSON and SARIF. Lines and columns count from 1; 0 means unknown.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/report/kind.h"
#include "shared/trace/recording.h"

namespace lockstep {

// A place in the source. An empty file means that it is not known.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string function;
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// What a thread, or the host, did at a place.
enum class Deed : std::uint8_t {
  kRead,       // "read 4 bytes"
  kWrote,      // "wrote 4 bytes"
  kUpdated,    // "updated 4 bytes with an atomic"
  kWaits,      // "waits"
  kLeft,       // "has left the kernel"
  kAllocated,  // "allocated it"
  kFreed,      // "freed it"
  kLaunched,   // "launched the kernel"
  kCalled,     // the note says what: "called `cudaMemcpy`"
};

// One of the sides of a finding.
struct Access {
  Deed deed = Deed::kRead;
  std::uint64_t size = 0;  // bytes
  bool by_host = false;    // then block and thread mean nothing
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::uint64_t more_threads = 0;  // that many others did the same
  SourcePlace place;
  std::string note;  // said behind the deed: "at `__syncthreads()`", "in launch 2 on another stream"
};

// The memory that a finding is about.
struct FindingObject {
  std::string name;                    // "d_out", "tile"; empty where it has none
  std::string what;                    // "global memory", "__shared__ variable", "local variable", ...
  std::string type;                    // of its elements; empty where it is not known
  std::uint64_t size = 0;              // bytes
  std::optional<std::int64_t> offset;  // of the access, from the object's start; negative: before it
  SourcePlace allocated_at;            // allocation, or declaration
};

struct Finding {
  FindingKind kind{};
  std::string fact;          // one sentence without a full stop: "two threads write `winner` with no barrier between"
  SourcePlace place;         // the guilty line
  std::string kernel;        // as people read it; empty on the host
  std::uint32_t launch = 0;  // its number in program order
  std::vector<Access> accesses;
  std::optional<FindingObject> object;
  std::string origin;       // where the bad value comes from, or where a barrier is missing; a sentence or nothing
  std::string hint;         // what to do; a sentence or nothing
  std::uint64_t count = 1;  // how often it happened; the rest of the finding tells of the first time
  // Its place in Report::findings where another finding is its probable cause (causes.h); that one follows none itself.
  std::optional<std::size_t> follows;
};

// What a run looked at: a clean report means something only with it.
struct Checked {
  std::uint64_t launches = 0, threads = 0, accesses = 0;
  bool accesses_vary = false;  // threads poll, and how often they do is not the same in every run
  std::vector<std::string> kernels_never_run;
  std::string order;  // thread orders and their seed: "lockstep, shuffled(7)"
};

struct Report {
  std::string program;
  std::vector<Finding> findings;  // in the order to be told
  Checked checked;
  std::uint64_t suppressed = 0;  // findings that a comment, a file or a flag silenced
  std::uint64_t left_out = 0;    // findings beyond --max
};

}  // namespace lockstep
