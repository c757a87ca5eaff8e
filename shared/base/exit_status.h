#pragma once

// The exit statuses of `lockstep`. `lockstep run` passes on the program's own exit status (128 + the signal's number if
// a signal ended it, as in a shell), so Lockstep's own numbers start at 100, which programs rarely use.

namespace lockstep {

enum class ExitStatus : int {
  kOk = 0,
  kBadUsage = 100,       // a flag or argument that the command does not take
  kBadInput = 101,       // a file is missing, unreadable, or of the wrong kind
  kCompileError = 102,   // the program does not compile or link
  kProgramFailed = 103,  // the program crashed or returned non-zero (record, check, compare; `run` passes it on)
  kTimeLimit = 104,      // the program was killed at its time limit
  kFindings = 105,       // check: there are findings
  kDifferent = 106,      // compare, diff: the two sides differ
  kNoGpu = 107,          // compare: no GPU or no nvcc to compare with
  kNoKernelRan = 108,    // no kernel ran (nothing to record or check), or nothing was captured
  kMissingTool = 109,    // a tool or library that Lockstep needs is not installed
  kCannotWrite = 110,    // the output cannot be written
  kNotSupported = 111,   // the program uses a feature that Lockstep refuses
  kInternal = 112,       // an internal error of Lockstep
  kNotSolved = 113,      // lesson check: the exercise is not solved yet
  kInterrupted = 130,    // Ctrl-C
};

}  // namespace lockstep
