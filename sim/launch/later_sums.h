#pragma once

// The sums that the blocks that a worker runs in a row add to one place as the last thing they do (`last_sums.h` of the
// compiler): the first one adds to memory itself, so that a fault is its own; the sums of those after it are kept and
// added together at the end of the row.

namespace lockstep::launch {

// Adds to memory what this OS thread has kept.
void AddKeptSums();
// Forgets it: a fault has ended the launch.
void DropKeptSums();

}  // namespace lockstep::launch
