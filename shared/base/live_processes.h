#pragma once

// The processes that were started and have not been waited for, each a process group of its own, so that an interrupt
// can reach all of them. Thread-safe.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

namespace lockstep {

struct LiveProcess {
  pid_t group = 0;
  bool under_study = false;             // as in ProcessRequest, and not in the background
  std::chrono::milliseconds notice{0};  // as in ProcessRequest
};

// Starts a child with `start` and adds it under the number that `start` returns, as one atomic action, so that no other
// thread takes the child for an orphan. Returns that number; numbers below 1 are errors and are not added.
pid_t AddLiveProcess(LiveProcess process, const std::function<pid_t()>& start);
struct ReapedProcess {
  int status = 0;                          // waitpid's
  std::chrono::milliseconds processor{0};  // its time on processors, with that of the children that it has waited for
};
// Waits for a process that has ended and removes it from the list in the same atomic action.
ReapedProcess ReapLiveProcess(pid_t group);
std::vector<LiveProcess> LiveProcesses();

// While this is on, descendants that lose their parent become our children, whatever their group or session. Calls
// nest: it is on until it has been switched off as often as on.
void AdoptOrphans(bool on);
// Kills our children that are not live processes, and their children: what a process left running when it ended.
void EndOrphans();

}  // namespace lockstep
