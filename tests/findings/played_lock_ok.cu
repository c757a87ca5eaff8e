// Threads of the host that add to one sum, with a lock; and the last one, which a flag tells, takes it without.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/play.h"

int sum[1] = {0}, result[1] = {0};
std::mutex mutex;
std::atomic<int> added{0};

void add(int t, int threads) {
  LOCKSTEP_THREAD(t);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    sum[0] += t;
  }
  if (++added == threads) result[0] = sum[0];
}

int main() {
  const int threads = 4;
  LOCKSTEP_ARRAY(sum);
  LOCKSTEP_ARRAY(result);
  {
    LOCKSTEP_LAUNCH(threads);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back(add, t, threads);
    for (std::thread& one : all) one.join();
  }
  std::printf("%d\n", result[0]);
}
