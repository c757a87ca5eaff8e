#pragma once

// Finds out which findings probably share the cause of another one, so that the user corrects that one first.

#include "shared/report/finding.h"

namespace lockstep::report {

// Sets Finding::follows for: an unwritten value whose writer races with the reader; further pairs of lines that race on
// the same memory; further lines that leave the same array or use unwritten bytes of it; further barriers that threads
// of the same kernel miss; accesses through an address that a thread computed from an unwritten value; and a barrier
// that threads do not reach because they wait for one.
void FindCauses(Report& report);

}  // namespace lockstep::report
