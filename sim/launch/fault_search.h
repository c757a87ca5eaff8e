#pragma once

// The thread of a fault in a block that runs as a whole, whose code knows no current thread. The block runs again with
// ever fewer threads, as long as the same fault ends it. What it writes meanwhile does not count: after a fault, a
// program gets nothing back from the device. Memory is as the fault left it, and threads that do not run write nothing
// for others, so that the fault may not come again, or another loop never end; then only the block is known.

#include <functional>

#include "sim/hooks/state.h"
#include "sim/launch/launch.h"
#include "sim/machine/location.h"

namespace lockstep::launch {

// True for a fault that the processor has found.
bool IsSignal(LaunchFault fault);

// `run` runs `block` from its start, by device code in `code`. Completes `outcome`, which is that of the block's fault.
void FindThread(LockstepBlock& block, machine::AddressRange code, const std::function<void()>& run,
                LaunchOutcome& outcome);

}  // namespace lockstep::launch
