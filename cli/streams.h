#pragma once

// The standard streams of this process.

namespace lockstep::cli {

// A stream that was closed when we were started: its number belongs to no file of ours, and using it is an error.
void KeepClosedStreamsClosed();

// Writes out what was printed. `status`, or kCannotWrite, with a sentence, where that was lost.
int FinishStandardOutput(int status);

}  // namespace lockstep::cli
