// Threads of the host that add to one sum, without a lock.
#include <cstdio>
#include <thread>
#include <vector>

#include "lockstep/play.h"

int sum[1] = {0};

void add(int t) {
  LOCKSTEP_THREAD(t);
  sum[0] += t;  // expect: lost-update
}

int main() {
  const int threads = 4;
  LOCKSTEP_ARRAY(sum);
  {
    LOCKSTEP_LAUNCH(threads);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back(add, t);
    for (std::thread& one : all) one.join();
  }
  std::printf("%d\n", sum[0]);
}
