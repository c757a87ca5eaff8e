#pragma once

// Work to do when a program under study ends: by return from main, exit, quick_exit or _exit.

#include <functional>

namespace lockstep {

// `work` runs once, when this process ends, but not in a forked child, and after the program's handlers of exit and
// quick_exit and the destructors of its globals. The work that was added last runs first.
void AtProgramEnd(std::function<void()> work);

// For _exit, which a signal handler may call: does the work, but for a few seconds at most.
void EndProgramNow();

// Ends the process without this work, after flushing what the program has printed.
[[noreturn]] void LeaveProgram(int status);

}  // namespace lockstep
