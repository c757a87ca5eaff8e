// Blocks that take turns, a barrier inside a thread, and a block that is too large: a sentence each.
// info: launch 0: body<<<(2,1,1), (2,1,1)>>>
// said: refused_turns.cu:16: block (0,0,0) goes on after another block has begun
// said: refused_turns.cu:21: `LOCKSTEP_BARRIER` inside a thread
// said: refused_turns.cu:26: a block has at most 1024 threads
// said: refused_turns.cu:30: thread (2,0,0) of block (0,0,0) is outside this launch
// said: went on
#include <cstdio>

#include "lockstep/play.h"

void body(int block, int thread) { LOCKSTEP_THREAD(block, thread); }

int main() {
  {
    LOCKSTEP_LAUNCH(2, 2);
    for (int thread = 0; thread < 2; ++thread)
      for (int block = 0; block < 2; ++block) body(block, thread);
  }
  {
    LOCKSTEP_LAUNCH(2);
    LOCKSTEP_THREAD(0);
    LOCKSTEP_BARRIER();
  }
  {
    LOCKSTEP_LAUNCH(1, 1025);
    body(0, 0);
  }
  {
    LOCKSTEP_LAUNCH(1, 2);
    body(0, 2);
  }
  std::printf("went on\n");
}
