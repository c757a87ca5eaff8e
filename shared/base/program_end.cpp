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

constexpr int kLongest = 5;  // seconds that the end of a program may wait for its work

// Never destroyed: it is needed when everything else has gone.
struct Ends {
  static Ends& Get() {
    static Ends* const ends = new Ends;
    return *ends;
  }

  // False where there is nothing more to do.
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

  // _exit may come out of a signal handler, in a thread that holds any lock. So the work is done by a thread that has
  // been there all the time, and nobody waits for it for ever.
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

void Begin() {
  static const bool begun = [] {
    Ends& ends = Ends::Get();
    sem_init(&ends.wanted, 0, 0);
    sem_init(&ends.done, 0, 0);
    sigset_t all, before;
    sigfillset(&all);
    // A thread starts with the signal mask of the one that makes it: none of the program's handlers runs in this one.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      std::thread([&ends] { ends.Serve(); }).detach();
      the_ends = &ends;
    } catch (const std::system_error&) {
      // The program may start no more threads: what it does then ends with `exit`, or is lost.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
  }();
  (void)begun;
}

}  // namespace

void AtProgramEnd(std::function<void()> work) {
  Begin();
  Ends& ends = Ends::Get();
  const std::lock_guard lock(ends.mutex);
  ends.work.push_back(std::move(work));
  // Each has its turn among the program's own handlers and destructors, in the reverse order as everywhere.
  std::atexit([] { Ends::Get().RunLast(); });
  std::at_quick_exit([] { Ends::Get().RunLast(); });
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

void LeaveProgram(int status) {
  std::fflush(nullptr);
  syscall(SYS_exit_group, status);
  std::abort();
}

}  // namespace lockstep
