#include "shared/base/live_processes.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Table {
  std::mutex mutex;
  std::vector<LiveProcess> processes;
};

// Never destroyed: a thread may ask for it while the program ends.
Table& TheTable() {
  static Table& table = *new Table;
  return table;
}

// The kernel keeps a list for each thread that may have made children.
std::vector<pid_t> OurChildren() {
  std::vector<pid_t> children;
  std::error_code error;
  for (fs::directory_iterator task("/proc/self/task", error), end; !error && task != end; task.increment(error)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child; list >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace

void AddLiveProcess(const LiveProcess& process) {
  const std::lock_guard lock(TheTable().mutex);
  TheTable().processes.push_back(process);
}

void RemoveLiveProcess(pid_t group) {
  const std::lock_guard lock(TheTable().mutex);
  std::erase_if(TheTable().processes, [&](const LiveProcess& process) { return process.group == group; });
}

std::vector<LiveProcess> LiveProcesses() {
  const std::lock_guard lock(TheTable().mutex);
  return TheTable().processes;
}

void AdoptOrphans(bool on) { prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0); }

void EndOrphans() {
  // The children of those that end here come to us in turn. The limit is for those that fork faster than we look.
  for (int round = 0; round < 1000; ++round) {
    std::vector<pid_t> orphans = OurChildren();
    const std::vector<LiveProcess> live = LiveProcesses();
    std::erase_if(orphans,
                  [&](pid_t child) { return std::ranges::find(live, child, &LiveProcess::group) != live.end(); });
    if (orphans.empty()) return;
    for (pid_t orphan : orphans) kill(orphan, SIGKILL);
    for (pid_t orphan : orphans) waitpid(orphan, nullptr, 0);
  }
}

}  // namespace lockstep
