#pragma once

// The search for loops that never end. Compiled code counts the iterations, and asks here when the thread
// has used up those that it was given (LockstepThread::rounds_left): now and then, and each time for a row of
// iterations one after the other. A loop whose state is the same in two of them never ends; nor does one that nothing
// leaves. Where neither can be shown, a thread may go on for as long as `--rounds` says, or for a minute of
// processor time of its own.

#include <cstdint>

#include "sim/launch/thread_run.h"

namespace lockstep::inspect {

enum class Rounds : std::uint8_t {
  kGoOn,
  kRepeat,     // what decides the end is the same as before
  kReadAgain,  // the same, and it depends on memory that nobody has written for long
  kStay,       // nothing leaves the loop
  kTooMany,    // more than `--rounds`
  kTooLong,
};

// The iterations that a thread gets at its start. `most` is that of `--rounds`, 0: none.
std::uint64_t FirstRounds(std::uint64_t most);

// Of one OS thread.
class RoundWatch {
 public:
  // The thread has used up its iterations. `state` and `how` are those of __lockstep_check_rounds. Gives it more, if
  // the answer is kGoOn.
  Rounds Look(launch::ThreadRun& thread, std::uint64_t* state, std::uint64_t how, std::uint64_t most);

 private:
  // Adds the thread's processor time since its last look, if no other thread has looked since.
  void Count(launch::ThreadRun& thread);
  Rounds EndRow(launch::ThreadRun& thread);

  const launch::ThreadRun* last_ = nullptr;
  std::uint64_t counted_until_ = 0;  // in processor time
};

}  // namespace lockstep::inspect
