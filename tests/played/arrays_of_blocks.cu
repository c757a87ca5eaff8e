// Each block has an array of its own, which is shown as its shared memory: named in the loop over blocks, on the heap
// or on the stack. A thread's own array counts for nothing.
// info: out: 24 bytes of `int`, shape 6
// info: launch 0: lambda at line 28<<<(2,1,1), (3,1,1)>>>
// info: 2 of 2 blocks recorded, 3 threads a block, 252 steps
// dump: block (1,0,0) thread (2,0,0) arrays_of_blocks.cu:30:29 write shared[0][2] 7 -> 15
// dump: block (1,0,0) thread (1,0,0) arrays_of_blocks.cu:36:21 write later[1] -1 -> 14
// dump: block (1,0,0) thread (2,0,0) arrays_of_blocks.cu:42:46 read later[2] = 13
// said: 12 11 10 15 14 13
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

template <class Body>
void play_threads(int threads, const Body& body) {
  for (int thread = 0; thread < threads; ++thread) body(thread);
}

int main() {
  const int threads = 3;
  std::vector<int> out(6);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_LAUNCH(2, threads);
  for (int block = 0; block < 2; ++block) {
    std::vector<int> shared(threads, 7);
    LOCKSTEP_ARRAY(shared, 1, threads);
    play_threads(threads, [&](int thread) {
      LOCKSTEP_THREAD(block, thread);
      shared.data()[thread] = 10 + block * threads + thread;
    });
    int later[threads] = {-1, -1, -1};
    LOCKSTEP_ARRAY(later);
    play_threads(threads, [&](int thread) {
      LOCKSTEP_THREAD(block, thread);
      later[thread] = shared.data()[threads - 1 - thread];
    });
    play_threads(threads, [&](int thread) {
      LOCKSTEP_THREAD(block, thread);
      int mine[1] = {0};
      LOCKSTEP_ARRAY(mine);
      out.data()[block * threads + thread] = later[thread] + mine[0];
    });
  }
  for (int value : out) std::printf("%d ", value);
}
