#pragma once

// The report of an access that has reached no memory it may touch (sim/machine/miss.h), and whether the kernel
// can go on after it.

#include <string>

#include "shared/report/finding.h"
#include "shared/trace/words.h"
#include "sim/machine/miss.h"

namespace lockstep::inspect {

// The facts besides the miss on which the words depend.
struct MissFacts {
  trace::AccessKind access = trace::AccessKind::kRead;
  std::uint64_t address = 0;
  // The object that was missed: its name, and where it lies. Nothing of it where the miss names none.
  std::string name;
  std::uint64_t begin = 0, size = 0;
  bool is_mapped = false;    // the process has memory at the address
  bool is_argument = false;  // kOther: an argument of the kernel points there
  bool is_of_peer = false;   // shared memory of another block of the cluster was meant
};

// True if MissFacts::is_mapped matters; a call of the system finds it.
bool DependsOnMapping(machine::MissKind kind);
report::FindingKind KindOf(const machine::Miss& miss, const MissFacts& facts);
std::string FactOf(const machine::Miss& miss, const MissFacts& facts);
std::string HintFor(const machine::Miss& miss, const MissFacts& facts);
// The action of the thread, after its name in a sentence; null where the kernel goes on: it touches memory that is
// there.
const char* WhyItEnds(const machine::Miss& miss, const MissFacts& facts);

}  // namespace lockstep::inspect
