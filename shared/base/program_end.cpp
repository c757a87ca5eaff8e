#include "shared/base/program_end.h"

#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {
namespace {

constexpr int kLongest = 5;  // seconds; the limit on EndProgramNow()

// Never destroyed: it is used after all other objects have been destroyed.
struct Ends {
  static Ends& Get() {
    static Ends* const ends = new Ends;
    return *ends;
  }

  // Runs the latest work. False if none is left.
  bool RunLast() {
    if (getpid() != process) return false;
    began = true;
    std::function<void()> last;
    {
      const std::lock_guard lock(mutex);
      if (work.empty()) return false;
      last = std::move(work.back());
      work.pop_back();
    }
    last();
    return true;
  }

  // _exit may be called from a signal handler, in a thread that holds any lock. The work is therefore done by a thread
  // that was started in advance, and the wait for it is limited.
  void Serve() {
    while (sem_wait(&wanted) != 0) continue;
    while (RunLast()) continue;
    sem_post(&done);
  }

  const pid_t process = getpid();
  std::mutex mutex;
  std::vector<std::function<void()>> work;
  std::atomic<bool> began = false;
  sem_t wanted{}, done{};
};

std::atomic<Ends*> the_ends = nullptr;

std::atomic<int> other_status = 0;  // 0: none is wanted
int status_of_exit = 0;

void Begin() {
  static const bool begun = [] {
    // Registered while the program runs, it comes before RunAllThenEnd, which was registered before main.
    on_exit([](int status, void*) { status_of_exit = status; }, nullptr);
    Ends& ends = Ends::Get();
    sem_init(&ends.wanted, 0, 0);
    sem_init(&ends.done, 0, 0);
    sigset_t all, before;
    sigfillset(&all);
    // A thread inherits the signal mask of its creator: with all signals blocked, none of the program's handlers runs
    // here.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([&ends] { ends.Serve(); }).detach();
      the_ends = &ends;
    } catch (const std::system_error&) {
      // The program cannot start threads any more: its work is done at `exit`, or lost after `_exit`.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
  }();
  (void)begun;
}

void RunAll() {
  while (Ends::Get().RunLast()) continue;
}

void RunAllThenEnd() {
  RunAll();
  if (const int status = StatusOfEnd(status_of_exit); status != status_of_exit) LeaveProgram(status);
}

// Registered before main, so that it comes after the program's own handlers and the destructors of its globals, which
// may still use the device.
[[gnu::constructor]] void RunAllAtTheVeryEnd() {
  std::atexit(RunAllThenEnd);
  std::at_quick_exit(RunAll);
}

}  // namespace

void AtProgramEnd(std::function<void()> work) {
  Begin();
  Ends& ends = Ends::Get();
  const std::lock_guard lock(ends.mutex);
  ends.work.push_back(std::move(work));
}

void EndProgramNow() {
  Ends* const ends = the_ends;
  if (!ends || getpid() != ends->process || ends->began) return;
  sem_post(&ends->wanted);
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += kLongest;
  while (sem_timedwait(&ends->done, &until) != 0 && errno == EINTR) continue;
}

void EndWithStatus(int status) { other_status = status; }

int StatusOfEnd(int own) {
  // A forked child reports nothing, and keeps its own.
  const Ends* const ends = the_ends;
  return own == 0 && ends && getpid() == ends->process ? other_status.load() : own;
}

void LeaveProgram(int status) {
  std::fflush(nullptr);
  syscall(SYS_exit_group, status);
  std::abort();
}

}  // namespace lockstep
