#pragma once

// The terminal: who may read from it, and how keys arrive. A terminal has one process group in its foreground: only
// that group may read from it, and it gets the signals of the terminal's keys.

#include <sys/types.h>

namespace lockstep {

// True if standard input is the controlling terminal of our session.
bool IsTerminalOurs();
// True if `group` is in its foreground.
bool HasTerminal(pid_t group);
// Puts `group` into the foreground. Async-signal-safe.
void GiveTerminal(pid_t group);
// Puts our own group into the foreground.
void TakeTerminalBack();

// From now on, keys arrive one by one, without an echo, and Ctrl-C is a key. False, and nothing changes, unless the
// terminal is ours and we are in its foreground.
bool TakeSingleKeys();
// Ends that; no effect without it. A signal that ends this process does so too.
void TakeWholeLines();

}  // namespace lockstep
