#include "sim/launch/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "shared/base/must.h"
#include "shared/session/choices.h"
#include "shared/session/message.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/device_work.h"
#include "sim/launch/grid_run.h"
#include "sim/launch/observer.h"
#include "sim/launch/observers.h"
#include "sim/launch/player.h"
#include "sim/launch/worker.h"
#include "sim/machine/machine.h"

namespace lockstep::launch {
namespace {

LaunchObserver* the_observer = nullptr;
machine::Machine* the_machine = nullptr;
RunningGrid* the_grid = nullptr;
std::uint32_t launches = 0;  // so far; the turn's holder counts

// Reports invalid settings before main(), not at the first launch.
[[gnu::constructor]] void ReadChoices() { session::ChoicesOfRun(); }

// The OS threads that run blocks. The launching thread is one of them, so a small grid need not wait for another to
// wake.
class Team {
 public:
  static Team& Get() {
    // Never destroyed: its threads may still wait when the program ends.
    static Team* team = new Team(session::WorkerCount());
    return *team;
  }

  void Run(GridRun& grid) {
    Worker& mine = *workers_[0];
    if (!grid.plan.watched.empty()) mine.WorkWatched(grid);
    const bool alone = grid.HasStopped() || grid.is_for_one_worker() || workers_.size() == 1 || grid.block_count() < 2;
    if (!alone) Offer(grid);
    if (!grid.HasStopped()) mine.Work(grid);
    if (!alone) Withdraw();
  }

 private:
  explicit Team(unsigned count) {
    for (unsigned number = 0; number < count; ++number) workers_.push_back(std::make_unique<Worker>(number));
  }

  void Offer(GridRun& grid) {
    std::lock_guard lock(mutex_);
    if (!started_)
      for (std::size_t i = 1; i < workers_.size(); ++i) std::thread([this, i] { Serve(*workers_[i]); }).detach();
    started_ = true;
    grid_ = &grid;
    ++generation_;
    offered_.notify_all();
  }

  // After this no thread may join; those that have joined are waited for.
  void Withdraw() {
    std::unique_lock lock(mutex_);
    grid_ = nullptr;
    done_.wait(lock, [&] { return working_ == 0; });
  }

  [[noreturn]] void Serve(Worker& worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      offered_.wait(lock, [&] { return grid_ && generation_ != seen; });
      seen = generation_;
      GridRun* grid = grid_;
      ++working_;
      lock.unlock();
      worker.Work(*grid);
      lock.lock();
      if (--working_ == 0) done_.notify_all();
    }
  }

  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;
  std::condition_variable offered_, done_;
  GridRun* grid_ = nullptr;
  std::uint64_t generation_ = 0;
  unsigned working_ = 0;
  bool started_ = false;
};

}  // namespace

void LaunchObserver::RefusesMark(const RefusedMark& mark) {
  session::Say(
      {.text = fmt::format("{}:{}: {}{}{}", mark.file, mark.line, mark.why, mark.hint.empty() ? "" : ": ", mark.hint)});
}

LaunchObserver* Observer() { return the_observer; }
machine::Machine& RunningMachine() { return *the_machine; }

LaunchTurn TakeTurn(machine::Machine& machine) {
  static TurnLock& one_at_a_time = *new TurnLock;  // never destroyed: the last launch may be a destructor's
  LaunchTurn turn{.lock = std::unique_lock(one_at_a_time)};
  turn.number = launches++;
  the_observer = TheObservers().launch;
  the_machine = &machine;
  return turn;
}

RunningGrid& RunningGrid::Get() { return *the_grid; }

namespace {

LaunchOutcome RunGrid(const LaunchRequest& request, RunningGrid& running) {
  request.machine->NoteKernel(*request.unit, *request.kernel);
  GridRun grid(request, session::OrderOfRun(), running.number());
  the_grid = &running;
  if (the_observer) {
    grid.observer = the_observer;
    grid.SetPlan(the_observer->LaunchBegins(request, running.number()));
  }
  StartClock();
  Team::Get().Run(grid);
  LaunchOutcome outcome = grid.outcome();
  if (outcome.fault != LaunchFault::kNone)
    outcome.what = "kernel `" + std::string(request.kernel->pretty_name) + "`: " + outcome.what;
  if (the_observer) the_observer->LaunchEnds(request, outcome);
  return outcome;
}

// The recursion is as deep as grids are nested: kMostDepth.
LaunchOutcome RunFamily(const LaunchRequest& request, std::uint32_t number) {
  RunningGrid running(request, number);
  LaunchOutcome outcome = RunGrid(request, running);
  for (ChildLaunch& child : running.Take()) {
    --waiting_launches;
    if (outcome.fault != LaunchFault::kNone) continue;
    std::vector<void*> pointers;
    for (std::vector<std::byte>& argument : child.arguments) pointers.push_back(argument.data());
    child.request.arguments = pointers.data();
    outcome = RunFamily(child.request, launches++);
    child.arguments.clear();
  }
  return outcome;
}

}  // namespace

LaunchOutcome RunLaunch(const LaunchRequest& request) {
  if (Player* player = ThePlayer()) {
    const std::lock_guard lock(player->mutex());
    player->Finish();
  }
  const LaunchTurn turn = TakeTurn(*request.machine);
  return RunFamily(request, turn.number);
}

}  // namespace lockstep::launch
