// The running sum in phases: between two loops over the threads all of them meet. What a launch wrote, the next reads.
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

// Two marks on one line.
#define NAME_BOTH(a, b) \
  LOCKSTEP_ARRAY(a);    \
  LOCKSTEP_ARRAY(b)

int main() {
  const int n = 8;
  std::vector<int> sums(n, 1), next(n), total(1);
  NAME_BOTH(sums, next);
  LOCKSTEP_ARRAY(total);
  {
    LOCKSTEP_LAUNCH(n);
    for (int step = 1; step < n; step *= 2) {
      for (int i = 0; i < n; ++i) {
        LOCKSTEP_THREAD(i);
        next[i] = sums[i] + (i >= step ? sums[i - step] : 0);
      }
      for (int i = 0; i < n; ++i) {
        LOCKSTEP_THREAD(i);
        sums[i] = next[i];
      }
    }
  }
  {
    LOCKSTEP_LAUNCH(2, 1);
    for (int block = 0; block < 2; ++block) {
      LOCKSTEP_THREAD(block, 0);
      if (block == 1) total[0] = sums[n - 1];
    }
  }
  std::printf("%d\n", total[0]);
}
