#pragma once

// A thread that cannot go on ends its grid: bad addresses and their like, traps, asserts, deadlocks.
//
// A worker runs device code inside Guard(); a fault leaves everything on the device's stacks behind and comes out of
// it. Device code holds no locks and owns nothing that must be released, so nothing is lost.

#include <functional>
#include <string>

#include "sim/launch/launch.h"

namespace lockstep {

class StackPool;

// Runs `work` on this OS thread and gives back the fault that ended it, or kNone. `stacks` tells stack overflows apart.
LaunchOutcome Guard(const StackPool* stacks, const std::function<void()>& work);

// True inside Guard, on this OS thread.
bool IsGuarded();

// Ends the running grid. Called by the runtime on behalf of the current thread; never returns.
[[noreturn]] void RaiseFault(LaunchFault fault, std::string what);

// "thread (3,0,0) of block (7,0,0) at file.cu:12", as far as it is known.
std::string DescribeCurrentThread();

}  // namespace lockstep
