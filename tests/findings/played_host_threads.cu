// Threads of the host with a barrier made by hand: they meet after the first round only.
// told: `said`
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/play.h"

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    LOCKSTEP_WAIT();
    std::unique_lock<std::mutex> lock(mutex_);
    const int round = round_;
    if (++here_ == threads_) {
      here_ = 0;
      ++round_;
      everybody_.notify_all();
    } else {
      everybody_.wait(lock, [&] { return round_ != round; });
    }
  }

 private:
  const int threads_;
  int here_ = 0, round_ = 0;
  std::mutex mutex_;
  std::condition_variable everybody_;
};

void play(int t, int threads, int* said, Barrier& barrier) {
  LOCKSTEP_THREAD(t);
  const int right = (t + 1) % threads;
  said[t] = t;
  barrier.wait();
  said[threads + t] = -said[right];  // expect: race-global
  said[2 * threads + t] = 10 * said[threads + right];
}

int main() {
  const int threads = 4;
  std::vector<int> said(3 * threads);
  LOCKSTEP_ARRAY(said, 3, threads);
  {
    LOCKSTEP_LAUNCH(threads);
    Barrier barrier(threads);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back(play, t, threads, said.data(), std::ref(barrier));
    for (std::thread& one : all) one.join();
  }
  std::printf("%d\n", said[3 * threads - 1]);
}
