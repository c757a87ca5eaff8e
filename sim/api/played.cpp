// The marks of host code that plays a kernel (sim/hooks/play.h).

#include <utility>

#include "sim/api/session.h"
#include "sim/hooks/play.h"
#include "sim/launch/observers.h"
#include "sim/launch/player.h"
#include "sim/launch/thread_run.h"

using namespace lockstep;

namespace {

// Null where nobody looks on.
launch::Player* ThisPlayer() {
  static launch::Player* const player =
      launch::TheObservers().launch ? new launch::Player(api::Session::Get().machine()) : nullptr;
  return player;
}

// The place where a played thread calls a function that waits; of the one that calls.
thread_local LockstepSite* call_of_wait = nullptr;

template <class Work>
void WithPlayer(Work&& work) {
  launch::Player* const player = ThisPlayer();
  if (!player) return;
  const std::lock_guard lock(player->mutex());
  work(*player);
}

using launch::ToDim3;
std::optional<trace::Dim3> IfAny(const uint32_t* at) { return at ? std::optional(ToDim3(at)) : std::nullopt; }

}  // namespace

void __lockstep_play_launch(const void* scope, const void* frame, const uint32_t* grid, const uint32_t* block,
                            const char* file, int line) {
  WithPlayer(
      [&](launch::Player& player) { player.BeginLaunch({scope, frame}, {IfAny(grid), ToDim3(block)}, file, line); });
}

void __lockstep_play_launch_ends(const void* scope) {
  WithPlayer([&](launch::Player& player) { player.EndLaunch(scope); });
}

void __lockstep_play_thread(const void* scope, const void* frame, const uint32_t* block, const uint32_t* thread,
                            const LockstepFunction* kernel) {
  // Null in code that the plugin has not seen.
  if (!kernel) return;
  WithPlayer(
      [&](launch::Player& player) { player.BeginThread({scope, frame}, IfAny(block), ToDim3(thread), *kernel); });
}

void __lockstep_play_thread_ends(const void* scope) {
  WithPlayer([&](launch::Player& player) { player.EndThread(scope); });
}

void __lockstep_play_barrier() {
  WithPlayer([](launch::Player& player) { player.PassBarrier(); });
}

void __lockstep_play_waits_at(LockstepSite* site) { call_of_wait = site; }

void __lockstep_play_wait(const void* scope, LockstepSite* site) {
  if (LockstepSite* const call = std::exchange(call_of_wait, nullptr)) site = call;
  WithPlayer([&](launch::Player& player) { player.BeginWait(scope, site); });
}

void __lockstep_play_wait_ends(const void* scope) {
  WithPlayer([&](launch::Player& player) { player.EndWait(scope); });
}

void __lockstep_play_array(const void* scope, const lockstep_array* array) {
  WithPlayer([&](launch::Player& player) { player.BeginArray(scope, *array); });
}

void __lockstep_play_array_ends(const void* scope) {
  WithPlayer([&](launch::Player& player) { player.EndArray(scope); });
}
