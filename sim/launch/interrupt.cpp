#include "sim/launch/interrupt.h"

#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace lockstep::launch {
namespace {

constexpr useconds_t kBetweenAttempts = 2000;  // microseconds
constexpr std::chrono::milliseconds kBetweenLimits{5};

std::atomic<std::uint64_t> code_begin = 0, code_end = 0;  // 0: nothing is interruptible
std::atomic<bool> is_wanted = false;
thread_local machine::AddressRange limited;  // by a TimeLimit
struct sigaction earlier_action;             // of SIGINT, during an Interruptible

// Never destroyed, because its thread waits for it until the end of the process.
sem_t& Wanted() {
  static auto* const semaphore = [] {
    auto* made = new sem_t;
    sem_init(made, 0, 0);
    return made;
  }();
  return *semaphore;
}

std::mutex& ThreadsMutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}
std::vector<pthread_t>& Threads() {
  static auto* const threads = new std::vector<pthread_t>;
  return *threads;
}

void InterruptThreads() {
  const std::lock_guard lock(ThreadsMutex());
  for (const pthread_t thread : Threads()) pthread_kill(thread, InterruptSignal());
}

[[noreturn]] void Serve() {
  for (;;) {
    if (sem_wait(&Wanted()) != 0) continue;
    while (is_wanted) {
      InterruptThreads();
      usleep(kBetweenAttempts);
    }
  }
}

// The thread that interrupts the others gets no signals of the process.
void StartServing() {
  static std::once_flag once;
  std::call_once(once, [] {
    Wanted();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(Serve).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  });
}

void OnInterrupt(int number, siginfo_t* info, void* context) {
  is_wanted = true;
  sem_post(&Wanted());
  if (earlier_action.sa_flags & SA_SIGINFO)
    earlier_action.sa_sigaction(number, info, context);
  else
    earlier_action.sa_handler(number);
}

bool IsHandled(const struct sigaction& action) {
  return action.sa_flags & SA_SIGINFO || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

}  // namespace

int InterruptSignal() { return SIGRTMIN + 5; }

bool EndsAt(std::uint64_t address) {
  return (is_wanted && address >= code_begin && address < code_end) || limited.Holds(address, 1);
}

Interruptible::Interruptible(machine::AddressRange code) {
  if (gettid() != getpid() || sigaction(SIGINT, nullptr, &earlier_action) != 0 || !IsHandled(earlier_action)) return;
  StartServing();
  code_begin = code.begin;
  code_end = code.end;
  struct sigaction action{};
  action.sa_sigaction = OnInterrupt;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (earlier_action.sa_flags & SA_RESTART);
  is_active_ = sigaction(SIGINT, &action, nullptr) == 0;
}

Interruptible::~Interruptible() {
  if (is_active_) sigaction(SIGINT, &earlier_action, nullptr);
  if (is_active_) code_begin = code_end = 0;
  is_wanted = false;
}

TimeLimit::TimeLimit(machine::AddressRange code, std::chrono::milliseconds time) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = InterruptSignal();
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) return;
  is_active_ = true;
  limited = code;
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const itimerspec when{.it_interval = {0, 1'000'000 * kBetweenLimits.count()},
                        .it_value = {whole.count(), std::chrono::nanoseconds(time - whole).count()}};
  timer_settime(timer_, 0, &when, nullptr);
}

TimeLimit::~TimeLimit() {
  if (!is_active_) return;
  limited = {};
  timer_delete(timer_);
}

Interrupted::Interrupted() {
  const std::lock_guard lock(ThreadsMutex());
  Threads().push_back(pthread_self());
}

Interrupted::~Interrupted() {
  const std::lock_guard lock(ThreadsMutex());
  Threads().erase(std::ranges::find(Threads(), pthread_self()));
}

}  // namespace lockstep::launch
