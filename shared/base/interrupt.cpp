#include "shared/base/interrupt.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "shared/base/live_processes.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/terminal.h"

namespace lockstep {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int kExitStatus = 130;
// Gives compilers time to remove partial output, and a nested `lockstep` time to end what it started.
constexpr milliseconds kNotice{2000};

std::atomic<bool> interrupted{false}, ending{false};
sigset_t signals_before;
void (*full_file_before)(int) = SIG_DFL;
std::atomic<bool> watches{false};

void SignalAll(int number) {
  for (const LiveProcess& process : LiveProcesses()) kill(-process.group, number);
}

// True if the group's leader is a zombie or has been waited for.
bool HasEnded(const LiveProcess& process) {
  siginfo_t info{};
  return waitid(P_PID, process.group, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

[[noreturn]] void EndNow() {
  ending = true;
  SignalAll(SIGTERM);
  SignalAll(SIGCONT);  // a stopped process cannot handle signals
  const auto deadline = steady_clock::now() + kNotice;
  while (!std::ranges::all_of(LiveProcesses(), HasEnded) && steady_clock::now() < deadline)
    std::this_thread::sleep_for(milliseconds(5));
  SignalAll(SIGKILL);
  EndOrphans();
  RemoveScratchFolders();
  TakeWholeLines();
  _exit(kExitStatus);
}

std::vector<LiveProcess> StudiedProcesses() {
  std::vector<LiveProcess> studied = LiveProcesses();
  std::erase_if(studied, [](const LiveProcess& process) { return !process.under_study; });
  return studied;
}

void KillStudied() {
  for (const LiveProcess& process : StudiedProcesses()) kill(-process.group, SIGKILL);
}

// The next signal, or 0 if none arrives within `patience`.
int NextSignal(const sigset_t& signals, std::optional<milliseconds> patience = std::nullopt) {
  if (!patience) return sigwaitinfo(&signals, nullptr);
  const timespec time{.tv_sec = patience->count() / 1000, .tv_nsec = patience->count() % 1000 * 1'000'000};
  return std::max(0, sigtimedwait(&signals, nullptr, &time));
}

[[noreturn]] void Watch(const sigset_t& signals) {
  int number = 0;
  while (number <= 0) number = NextSignal(signals);
  interrupted = true;
  if (StudiedProcesses().empty()) EndNow();
  std::optional<milliseconds> patience;
  for (const LiveProcess& process : StudiedProcesses()) {
    kill(-process.group, number == SIGINT ? SIGINT : SIGTERM);
    if (process.notice.count() > 0) patience = process.notice;
  }
  for (bool again = false;; patience.reset()) {
    number = NextSignal(signals, patience);
    if (number > 0 && (again || StudiedProcesses().empty())) EndNow();
    again |= number > 0;
    KillStudied();
  }
}

}  // namespace

void EndOnInterrupt() {
  full_file_before = signal(SIGXFSZ, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  // SIGHUP stays ignored if nohup has ignored it.
  struct sigaction hangup{};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
  // A dedicated thread receives the signals with sigwait, so it may do what a signal handler may not.
  pthread_sigmask(SIG_BLOCK, &signals, &signals_before);
  watches = true;
  std::thread([signals] { Watch(signals); }).detach();
}

bool Interrupted() { return interrupted; }

void AwaitEndIfEnding() {
  while (ending) pause();
}

void RestoreSignals(bool under_study) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  if (!watches) return;
  if (under_study) signal(SIGXFSZ, full_file_before);
  sigprocmask(SIG_SETMASK, &signals_before, nullptr);
}

}  // namespace lockstep
