#include "dap/threads.h"

#include <fmt/format.h>

#include "shared/trace/words.h"

namespace lockstep::dap {
namespace {

using replay::ThreadSlot;

std::string NameOf(const replay::Model& model, std::uint32_t slot, std::uint32_t in_block) {
  const ThreadSlot thread{slot};
  std::string state;
  const replay::ThreadPhase phase = replay::PhaseOf(model, thread);
  if (phase != replay::ThreadPhase::kRunning) state = fmt::format(", {}", replay::Word(phase));
  return fmt::format("block {} thread {}, warp {} lane {}{}", replay::Text(model.BlockOf(thread)),
                     replay::Text(model.ThreadOf(thread)), in_block / trace::kWarpSize, in_block % trace::kWarpSize,
                     state);
}

}  // namespace

std::vector<ListedThread> ListThreads(const replay::Model& model, ThreadSlot chosen) {
  std::vector<ListedThread> listed;
  if (chosen == ThreadSlot::kNone) return listed;
  const std::uint32_t threads = model.index().threads_per_block();
  const auto slot = static_cast<std::uint32_t>(chosen);
  const std::uint32_t begin = slot - slot % threads, warp = slot % threads / trace::kWarpSize;
  const auto add = [&](std::uint32_t in_block) {
    listed.push_back({IdOf(ThreadSlot{begin + in_block}), NameOf(model, begin + in_block, in_block)});
  };
  add(slot % threads);
  for (std::uint32_t t = warp * trace::kWarpSize; t < threads && t < (warp + 1) * trace::kWarpSize; ++t)
    if (begin + t != slot) add(t);
  for (std::uint32_t t = 0; t < threads; t += trace::kWarpSize)
    if (t / trace::kWarpSize != warp) add(t);
  return listed;
}

int IdOf(ThreadSlot thread) { return static_cast<int>(thread) + 1; }

ThreadSlot ThreadOfId(const replay::Model& model, std::int64_t id) {
  if (id < 1 || id > model.index().thread_count()) return ThreadSlot::kNone;
  return ThreadSlot{static_cast<std::uint32_t>(id - 1)};
}

}  // namespace lockstep::dap
