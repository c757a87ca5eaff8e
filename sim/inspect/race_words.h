#pragma once

#include <string>

#include "shared/trace/words.h"
#include "sim/check/conflict.h"
#include "sim/hooks/unit.h"
#include "sim/inspect/open_copies.h"

namespace lockstep::inspect {

// A race, with what its words depend on.
struct Race : check::Conflict {
  report::FindingKind kind{};
  const LockstepSite *mine = nullptr, *other = nullptr;  // of this access and of the earlier one
  bool same_block = false, same_warp = false;
  bool is_played = false;         // by loops of the host
  bool has_host_threads = false;  // is_played: by threads of the host
  bool same_index = false;        // of the threads in their blocks, which use the cells beside alike
  bool of_generator = false;      // the memory holds states of cuRAND's generators
};

// `name` is what the memory is called, in backticks where it is a variable's name.
std::string FactOf(const Race& race, const std::string& name);
// `speaks_by_signals`: threads of the launch use atomics.
const char* HintOf(const Race& race, bool speaks_by_signals);
// The site that is to be changed.
const LockstepSite* GuiltyOf(const Race& race);

// An access to what an asynchronous copy may still write (`writes`), or a write to what it may still read.
std::string FactOfOpenCopy(const OpenCopy& copy, const std::string& name, const char* verb, bool writes);
const char* HintOfOpenCopy(const OpenCopy& copy);

// A thread that waits for a flag, and reads what was written before it with no fence between.
std::string FactOfFenceMissing(const std::string& name, const char* verb);
std::string OriginOfFenceMissing(std::uint32_t line_of_wait, trace::AccessKind access);
std::string HintOfFenceMissing(bool same_block);

}  // namespace lockstep::inspect
