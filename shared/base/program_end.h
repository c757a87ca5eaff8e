#pragma once

// Work to do when a program under study ends: by return from main, exit, quick_exit or _exit.

#include <functional>

namespace lockstep {

// `work` runs once, when this process ends, but not in a forked child, and after the program's handlers of exit and
// quick_exit and the destructors of its globals. The work that was added last runs first.
void AtProgramEnd(std::function<void()> work);

// For _exit, which a signal handler may call: does the work, but for a few seconds at most.
void EndProgramNow();

// A process that would end with status 0 ends with `status`, after this work: by return from main, exit or
// _exit.
void EndWithStatus(int status);
// The status of a process that ends with `own`.
int StatusOfEnd(int own);

// Ends the process without this work, after flushing what the program has printed.
[[noreturn]] void LeaveProgram(int status);

}  // namespace lockstep
