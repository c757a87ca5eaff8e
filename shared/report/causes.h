#pragma once

// Which findings probably have the cause of another, so that people mend that one first.

#include "shared/report/finding.h"

namespace lockstep {

// Sets Finding::follows: an unwritten value whose writer races with the reader, further pairs of lines that race on the
// same memory, further lines that leave the same array or use what nobody has written of it, further barriers that the
// same kernel's threads miss, and what a thread does with an address that it has made of such a value.
void FindCauses(Report& report);

}  // namespace lockstep
