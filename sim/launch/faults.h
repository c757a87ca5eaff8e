#pragma once

// Faults: a thread that cannot continue ends its grid. Bad addresses, traps, asserts, deadlocks.
//
// A worker runs device code inside Guard(). A fault abandons everything on the device's stacks and returns from
// Guard(). Device code holds no locks and owns nothing that must be released, so nothing leaks.

#include <functional>
#include <string>

#include "sim/launch/launch.h"

namespace lockstep::launch {

class StackPool;

// Runs `work` on this OS thread and returns the fault that ended it, or kNone. `stacks` identifies stack overflows.
LaunchOutcome Guard(const StackPool* stacks, const std::function<void()>& work);

// Ends the running grid. Called by the runtime on behalf of the current thread; never returns.
[[noreturn]] void RaiseFault(LaunchFault fault, std::string what);

// From now on a signal that ends the program while the host plays a thread (player.h) is reported first, on this OS
// thread.
void WatchForCrashes();

// The sentence for a signal that ended device code, from what `outcome` knows.
std::string DescribeSignal(const LaunchOutcome& outcome);

// "thread (3,0,0) of block (7,0,0) at file.cu:12", as far as known.
std::string DescribeCurrentThread();

}  // namespace lockstep::launch
