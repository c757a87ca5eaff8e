// Threads of the host that play the threads of a block: their order changes from run to run, and the program says so.
// said: refused_host_threads.cu:20: the threads of this launch run on several threads of the host
// said: sum 6
#include <cstdio>
#include <thread>
#include <vector>

#include "lockstep/play.h"

int out[4];

void body(int thread) {
  LOCKSTEP_THREAD(thread);
  out[thread] = thread;
}

int main() {
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(4);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(body, i);
    for (std::thread& thread : threads) thread.join();
  }
  std::printf("sum %d\n", out[0] + out[1] + out[2] + out[3]);
}
