#pragma once

// Ctrl-C, and whatever else asks us to end: SIGINT, SIGTERM and SIGHUP.
//
// Without a program under study the signal is the end: every live process is asked to end and then made to, every
// scratch folder goes, and our exit status is 130. With one the signal is the program's first, which may have something
// to write down; whoever waits for it goes on when it has ended, and finds ProcessResult::interrupted. A second signal
// ends a program that does not listen, a third one us.

#include <csignal>

namespace lockstep {

// From now on it is so. Called once, before there are other threads. Without it the signals do what they always do.
void EndOnInterrupt();

// A signal has come.
bool Interrupted();
// ... and this process is about to end. Whoever waits for another process waits for that.
void AwaitEndIfEnding();

// For a process between fork and exec: the signals are as they were before EndOnInterrupt().
void RestoreSignals();

}  // namespace lockstep
