// Host code that plays kernels with marks that make no sense: what they stand for is not checked, so silence would mislead.
// told: let the loop over blocks be the outer one
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
    LOCKSTEP_LAUNCH(2, 2);  // expect: played-mark
    for (int thread = 0; thread < 2; ++thread)
      for (int block = 0; block < 2; ++block) body(block, thread);
  }
  {
    LOCKSTEP_LAUNCH(1, 2);  // expect: played-mark
    for (int thread = 0; thread < 2; ++thread) {
      LOCKSTEP_THREAD(0, thread);
      out[thread] = thread;
      LOCKSTEP_BARRIER();
    }
  }
  LOCKSTEP_ARRAY(out);  // expect: played-mark
  std::printf("%d\n", out[3]);
}
