#include "shared/base/live_processes.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <mutex>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

struct Table {
  std::mutex mutex;
  std::vector<LiveProcess> processes;
  int adopters = 0;
};

// Never destroyed: threads may use it while the program ends.
Table& TheTable() {
  static Table& table = *new Table;
  return table;
}

// The kernel keeps one list of children for each thread.
std::vector<pid_t> OurChildren() {
  std::vector<pid_t> children;
  std::error_code error;
  for (fs::directory_iterator task("/proc/self/task", error), end; !error && task != end; task.increment(error)) {
    std::ifstream list(task->path() / "children");
    for (pid_t child; list >> child;) children.push_back(child);
  }
  return children;
}

std::vector<pid_t> Orphans() {
  const std::lock_guard lock(TheTable().mutex);
  const std::vector<LiveProcess>& live = TheTable().processes;
  std::vector<pid_t> orphans = OurChildren();
  std::erase_if(orphans,
                [&](pid_t child) { return std::ranges::find(live, child, &LiveProcess::group) != live.end(); });
  return orphans;
}

}  // namespace

pid_t AddLiveProcess(LiveProcess process, const std::function<pid_t()>& start) {
  const std::lock_guard lock(TheTable().mutex);
  process.group = start();
  if (process.group > 0) TheTable().processes.push_back(process);
  return process.group;
}

ReapedProcess ReapLiveProcess(pid_t group) {
  const std::lock_guard lock(TheTable().mutex);
  std::erase_if(TheTable().processes, [&](const LiveProcess& process) { return process.group == group; });
  ReapedProcess reaped;
  rusage use{};
  while (wait4(group, &reaped.status, 0, &use) < 0 && errno == EINTR) continue;
  for (const timeval& time : {use.ru_utime, use.ru_stime})
    reaped.processor += std::chrono::milliseconds(time.tv_sec * 1000 + time.tv_usec / 1000);
  return reaped;
}

std::vector<LiveProcess> LiveProcesses() {
  const std::lock_guard lock(TheTable().mutex);
  return TheTable().processes;
}

void AdoptOrphans(bool on) {
  const std::lock_guard lock(TheTable().mutex);
  TheTable().adopters += on ? 1 : -1;
  prctl(PR_SET_CHILD_SUBREAPER, TheTable().adopters > 0 ? 1 : 0);
}

void EndOrphans() {
  // When these processes end, their children become ours in turn. The limit is for processes that fork faster than this
  // loop looks.
  for (int round = 0; round < 1000; ++round) {
    const std::vector<pid_t> orphans = Orphans();
    if (orphans.empty()) return;
    for (pid_t orphan : orphans) kill(orphan, SIGKILL);
    for (pid_t orphan : orphans) waitpid(orphan, nullptr, 0);
  }
}

}  // namespace lockstep
