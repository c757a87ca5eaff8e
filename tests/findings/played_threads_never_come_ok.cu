// Threads of the host with a barrier made by hand that goes round in a loop: all of them come to it.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "lockstep/play.h"

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    LOCKSTEP_WAIT();
    const int round = round_;
    if (++here_ == threads_) {
      here_ = 0;
      ++round_;
    }
    while (round_ == round) std::this_thread::yield();
  }

 private:
  const int threads_;
  std::atomic<int> here_{0}, round_{0};
};

void play(int t, int n, int* tile, int* out, Barrier& barrier) {
  LOCKSTEP_THREAD(t);
  if (t < n) tile[t] = t;
  barrier.wait();
  if (t < n) out[t] = tile[n - 1 - t];
}

int main() {
  const int threads = 4, n = 3;
  std::vector<int> tile(threads), out(n);
  LOCKSTEP_ARRAY(tile);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(threads);
    Barrier barrier(threads);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back(play, t, n, tile.data(), out.data(), std::ref(barrier));
    for (std::thread& one : all) one.join();
  }
  std::printf("%d\n", out[n - 1]);
}
