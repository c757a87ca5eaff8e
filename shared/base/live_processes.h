#pragma once

// The processes that were started and have not been waited for, each a group of its own: for whoever must reach them
// all at once. Safe from any thread.

#include <sys/types.h>

#include <chrono>
#include <vector>

namespace lockstep {

struct LiveProcess {
  pid_t group = 0;
  bool under_study = false;             // as ProcessRequest has it
  std::chrono::milliseconds notice{0};  // as ProcessRequest has it
};

void AddLiveProcess(const LiveProcess& process);
void RemoveLiveProcess(pid_t group);
std::vector<LiveProcess> LiveProcesses();

// Whoever loses its parent below us becomes our child while this is on, whatever group or session it went to.
void AdoptOrphans(bool on);
// Ends our children that are no live process, and theirs: what a process left running when it ended.
void EndOrphans();

}  // namespace lockstep
