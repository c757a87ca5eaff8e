#pragma once

// Somebody wants the program to end while a kernel runs (Ctrl-C, a time limit, the end of main in another thread): the
// kernel is stopped at its next line, so that what it did until then is written.

namespace lockstep::record {

// SIGINT and SIGTERM ask the running kernel to stop; where none runs, and at the second signal, they do what they do
// without us.
void ListenForStops();

// Around each launch, by the thread that launches.
void NoteLaunchBegins();
void NoteLaunchEnds();

// True if the kernel that runs is to stop.
bool IsToStop();

// Asks it to, and waits until it has, for two seconds at most: it may be one that never reaches a line, or that waits
// for what only the calling thread would do. The thread that launches waits for nothing.
void StopLaunch();

}  // namespace lockstep::record
