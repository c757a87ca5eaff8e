// Threads of the host with a barrier made by hand, a block after the other: one of them goes on at a time, lowest
// first, and each run of the program is recorded alike. Where they wait they do not play.
// info: out: 32 bytes of `int`, shape 8
// info: launch 0: play<<<(2,1,1), (4,1,1)>>>
// info: arrive 16
// info: pass 16
// info: exit 8
// dump: block (1,0,0) thread (3,0,0) host_threads.cu:50:23 read shared[0][3] = 7
// dump: block (1,0,0) thread (3,0,0) host_threads.cu:52:36 read later[0] = 8
// said: 2 4 6 0 10 12 14 8
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/play.h"

constexpr int kThreads = 4;

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

void play(int block, int thread, int* shared, int* later, int* out, Barrier& barrier) {
  LOCKSTEP_THREAD(block, thread);
  const int right = (thread + 1) % kThreads;
  shared[thread] = block * kThreads + thread;
  barrier.wait();
  later[thread] = 2 * shared[thread];
  barrier.wait();
  out[block * kThreads + thread] = later[right];
}

int main() {
  std::vector<int> out(2 * kThreads);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(2, kThreads);
    for (int block = 0; block < 2; ++block) {
      std::vector<int> shared(kThreads), later(kThreads);
      LOCKSTEP_ARRAY(shared, 1, kThreads);
      LOCKSTEP_ARRAY(later);
      Barrier barrier(kThreads);
      std::vector<std::thread> threads;
      for (int thread = kThreads; thread-- > 0;)
        threads.emplace_back([&, thread] { play(block, thread, shared.data(), later.data(), out.data(), barrier); });
      for (std::thread& thread : threads) thread.join();
    }
  }
  for (int value : out) std::printf("%d ", value);
}
