#include "sim/launch/lanes.h"

#include <map>

#include "shared/base/thread_state.h"
#include "sim/hooks/hooks.h"
#include "sim/launch/device_printf.h"

namespace lockstep::launch {
namespace {

// Of this OS thread, which is a worker.
struct Lanes {
  ThreadRun thread;
  const LockstepBlock* block = nullptr;
  std::multimap<std::uint32_t, std::string> prints;  // by thread, and of each in order
  bool drops_prints = false;
};

Lanes& Mine() { return StateOfThread<Lanes>(); }

}  // namespace

void RunLanesOf(const LockstepBlock* block, const GridRun* grid) {
  Lanes& mine = Mine();
  mine.block = block;
  if (!block) return;
  mine.thread.block = block;
  mine.thread.watched = grid->plan.watch_all;
}

bool KeepPrint(const std::string& text) {
  Lanes& mine = Mine();
  if (!mine.block) return false;
  if (!mine.drops_prints) mine.prints.emplace(mine.thread.linear, text);
  return true;
}

void ShowPrints() {
  Lanes& mine = Mine();
  if (mine.prints.empty()) return;
  std::string all;
  for (const auto& [thread, text] : mine.prints) all += text;
  mine.prints.clear();
  Print(all);
}

void DropPrints(bool drop) { Mine().drops_prints = drop; }

}  // namespace lockstep::launch

using namespace lockstep::launch;

#define LOCKSTEP_EXPORT extern "C" __attribute__((visibility("default")))

LOCKSTEP_EXPORT void __lockstep_lanes_at(LockstepSite* site) { Mine().thread.site = site; }

LOCKSTEP_EXPORT void __lockstep_begin_lane(std::uint32_t linear) {
  ThreadRun& thread = Mine().thread;
  const std::uint32_t* size = thread.block->block_dim;
  thread.linear = linear;
  thread.index[0] = linear % size[0];
  thread.index[1] = linear / size[0] % size[1];
  thread.index[2] = linear / size[0] / size[1];
  thread.last_error = 0;
  __lockstep_current = &thread;
}

LOCKSTEP_EXPORT void __lockstep_end_lane() { __lockstep_current = nullptr; }

LOCKSTEP_EXPORT void __lockstep_show_prints() { ShowPrints(); }
