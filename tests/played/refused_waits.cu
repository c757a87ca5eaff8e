// Threads of the host that wait for one another, and no mark says so; and a mark that comes after a lock.
// info: launch 0: play<<<(1,1,1), (2,1,1)>>>
// said: refused_waits.cu:58: thread (0,0,0) waits for another one after line 22, and no mark says so
// said: refused_waits.cu:62: a thread has waited, and keeps what the next one needs to wake up
// said: went on 4
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "lockstep/play.h"

struct Barrier {
  int here = 0;
  std::mutex mutex;
  std::condition_variable everybody;

  void meet(std::unique_lock<std::mutex>& lock) {
    if (++here == 2)
      everybody.notify_all();
    else
      everybody.wait(lock, [&] { return here == 2; });
  }
};

void wait_without_a_mark(Barrier& barrier) {
  std::unique_lock<std::mutex> lock(barrier.mutex);
  barrier.meet(lock);
}

void wait_with_a_late_mark(Barrier& barrier) {
  std::unique_lock<std::mutex> lock(barrier.mutex);
  LOCKSTEP_WAIT();
  barrier.meet(lock);
}

using Wait = void (*)(Barrier&);

int out[2];

void play(int thread, Wait wait, Barrier& barrier) {
  LOCKSTEP_THREAD(thread);
  out[thread] = thread;
  wait(barrier);
  out[thread] += thread + 1;
}

void play_both(Wait wait) {
  Barrier barrier;
  std::thread first(play, 0, wait, std::ref(barrier)), second(play, 1, wait, std::ref(barrier));
  first.join();
  second.join();
}

int main() {
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(2);
    play_both(wait_without_a_mark);
  }
  {
    LOCKSTEP_LAUNCH(2);
    play_both(wait_with_a_late_mark);
  }
  std::printf("went on %d\n", out[0] + out[1]);
}
