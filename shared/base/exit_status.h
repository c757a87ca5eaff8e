#pragma once

// How `lockstep` ends. `lockstep run` passes on the program's own exit status (and 128 + the signal's number where one
// ended it, as a shell does), so Lockstep's own numbers start at 100, where programs rarely go.

namespace lockstep {

enum class ExitStatus : int {
  kOk = 0,
  kBadUsage = 100,       // a flag or argument that the command does not take
  kBadInput = 101,       // a file is missing, unreadable, or not what it should be
  kCompileError = 102,   // the program does not compile or link
  kProgramFailed = 103,  // the program crashed or returned non-zero (record, check, compare; `run` passes it on)
  kTimeLimit = 104,      // the program was ended because it did not end by itself
  kFindings = 105,       // check: there are findings
  kDifferent = 106,      // compare: the two sides differ
  kNoGpu = 107,          // compare: nothing to compare with, because there is no GPU or no nvcc
  kNoKernelRan = 108,    // no kernel ran (nothing to record or check), or nothing was captured
  kMissingTool = 109,    // a tool or library that Lockstep needs is not installed
  kCannotWrite = 110,    // the output cannot be written
  kNotSupported = 111,   // the program uses what Lockstep refuses
  kInternal = 112,       // a mistake of Lockstep itself
  kNotSolved = 113,      // lesson check: the exercise is not solved yet
  kInterrupted = 130,    // Ctrl-C
};

}  // namespace lockstep
