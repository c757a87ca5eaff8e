#include "jobs/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace lockstep::jobs {

void InParallel(const std::vector<std::function<void()>>& tasks, std::size_t threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++) tasks[i]();
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(threads, tasks.size()); ++i) others.emplace_back(work);
  work();
}

}  // namespace lockstep::jobs
