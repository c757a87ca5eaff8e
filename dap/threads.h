#pragma once

// The threads that an editor is told of. The protocol knows no groups and no pages of threads, so out of a million only
// those around the chosen one are listed: it itself, the lanes of its warp, and the first lane of each other warp.

#include <string>
#include <vector>

#include "shared/replay/replay.h"

namespace lockstep::dap {

struct ListedThread {
  int id = 0;  // the thread's slot + 1: the same for as long as the launch is in view
  std::string name;
};

std::vector<ListedThread> ListThreads(const replay::Model& model, replay::ThreadSlot chosen);

int IdOf(replay::ThreadSlot thread);
// kNone if the launch has no recorded thread of this id.
replay::ThreadSlot ThreadOfId(const replay::Model& model, std::int64_t id);

}  // namespace lockstep::dap
