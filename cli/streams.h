#pragma once

// The standard streams of this process.

namespace lockstep::cli {

// Reserves the numbers of streams that were closed at the start, so that no file of ours gets them, and using them
// fails.
void KeepClosedStreamsClosed();

// Flushes standard output. Returns `status`, or kCannotWrite after an error message if output was lost.
int FinishStandardOutput(int status);

}  // namespace lockstep::cli
