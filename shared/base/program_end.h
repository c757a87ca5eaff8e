#pragma once

// What is to be done when a program under study ends: by return from main, exit, quick_exit or _exit.

#include <functional>

namespace lockstep {

// `work` runs once, when this process ends and not when a child that it has forked does; the last one comes first.
void AtProgramEnd(std::function<void()> work);

// For _exit, which a signal handler may call: does the work, but not for longer than some seconds.
void EndProgramNow();

// Ends the process without any of that, with what the program has printed.
[[noreturn]] void LeaveProgram(int status);

}  // namespace lockstep
