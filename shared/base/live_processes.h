#pragma once

// The processes that were started and have not been waited for, each a group of its own: for whoever must reach them
// all at once. Safe from any thread.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

namespace lockstep {

struct LiveProcess {
  pid_t group = 0;
  bool under_study = false;             // as ProcessRequest has it, and not in the background
  std::chrono::milliseconds notice{0};  // as ProcessRequest has it
};

// Starts a child with `start` and adds it under its number, in one: nobody takes it for an orphan in between. What
// `start` returns, of which nothing below 1 is added.
pid_t AddLiveProcess(LiveProcess process, const std::function<pid_t()>& start);
// Waits for one that has ended, and takes it off the list in the same moment. Its status, as waitpid gives it.
int ReapLiveProcess(pid_t group);
std::vector<LiveProcess> LiveProcesses();

// Whoever loses its parent below us becomes our child while this is on, whatever group or session it went to. It is on
// until as many have switched it off as on.
void AdoptOrphans(bool on);
// Ends our children that are no live process, and theirs: what a process left running when it ended.
void EndOrphans();

}  // namespace lockstep
