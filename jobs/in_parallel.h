#pragma once

#include <functional>
#include <vector>

namespace lockstep::jobs {

// Does all tasks, in their order, on as many threads as there are cores (`threads`: on so many).
void InParallel(const std::vector<std::function<void()>>& tasks, std::size_t threads = 0);

}  // namespace lockstep::jobs
