// A loop that plays a kernel runs its threads one after the other, so a running sum comes out right: on a GPU it would
// not. A block that reads what another wrote is the same mistake.
// told: the loop runs these threads one after the other
// told: the loop runs the blocks one after the other
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

void running_sum(int i, const int* in, int* out) {
  LOCKSTEP_THREAD(i);
  out[i] = in[i] + (i > 0 ? out[i - 1] : 0);  // expect: race-global
}

void chain(int block, int thread, std::vector<int>& totals) {
  LOCKSTEP_THREAD(block, thread);
  if (thread == 0) totals[block] = 1 + (block > 0 ? totals[block - 1] : 0);  // expect: race-global
}

int main() {
  const int n = 8;
  std::vector<int> in(n, 1), totals(4);
  int out[n] = {};
  LOCKSTEP_ARRAY(in);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_ARRAY(totals);
  {
    LOCKSTEP_LAUNCH(n);
    for (int i = 0; i < n; ++i) running_sum(i, in.data(), out);
  }
  {
    LOCKSTEP_LAUNCH(4, 2);
    for (int block = 0; block < 4; ++block)
      for (int thread = 0; thread < 2; ++thread) chain(block, thread, totals);
  }
  std::printf("%d %d\n", out[n - 1], totals[3]);
}
