// The same work with marks that make sense: the loop over blocks is the outer one, and the barrier stands between loops.
#include <cstdio>

#include "lockstep/play.h"

int out[4];

void body(int block, int thread) {
  LOCKSTEP_THREAD(block, thread);
  out[2 * block + thread] = thread;
}

int main() {
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(2, 2);
    for (int block = 0; block < 2; ++block)
      for (int thread = 0; thread < 2; ++thread) body(block, thread);
  }
  {
    LOCKSTEP_LAUNCH(1, 2);
    for (int thread = 0; thread < 2; ++thread) {
      LOCKSTEP_THREAD(0, thread);
      out[thread] = thread;
    }
    LOCKSTEP_BARRIER();
  }
  std::printf("%d\n", out[3]);
}
