#pragma once

// Handling of SIGINT (Ctrl-C), SIGTERM and SIGHUP; and of SIGXFSZ, which is ignored: a file that may not grow
// (`ulimit -f`) is a write that fails, as on a full disk.
//
// Without a program under study, the signal ends this process: all live processes are asked to end and then killed, all
// scratch folders are removed, and the exit status is 130. With a program under study, the signal goes to that program
// first, because it may have results to write; the thread that waits for it continues once it has ended, with
// ProcessResult::interrupted set. A second signal kills a program that ignores the first one; a third ends this
// process.

#include <csignal>

namespace lockstep {

// Installs this behaviour. Must be called once, before other threads exist; otherwise the signals keep their defaults.
void EndOnInterrupt();

// True once a signal has arrived.
bool Interrupted();
// Blocks until the end of this process if a signal is about to end it. For threads that wait for another process.
void AwaitEndIfEnding();

// For a process between fork and exec: restores the signal mask and handlers from before EndOnInterrupt(). A tool goes
// on to ignore SIGXFSZ, so that a compiler, too, says what it cannot write.
void RestoreSignals(bool under_study);

}  // namespace lockstep
