#pragma once

// Whose terminal it is. A terminal has one group of processes in its foreground: they may read it, and get the signals
// of its keys.

#include <sys/types.h>

namespace lockstep {

// Standard input is the terminal that our session belongs to.
bool IsTerminalOurs();
// `group` is in its foreground.
bool HasTerminal(pid_t group);
// Puts `group` there. Async-signal-safe.
void GiveTerminal(pid_t group);
// Puts our own group there.
void TakeTerminalBack();

}  // namespace lockstep
