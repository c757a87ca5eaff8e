// A loop of more calls than a block has threads.
// info: launch 0: fill<<<(3,1,1), (1024,1,1)>>>
// info: 3 of 3 blocks recorded, 1024 threads a block, 25000 steps
// dump: block (2,0,0) thread (451,0,0) many_threads.cu:15:10 write out[2499] 0 -> 2499
// said: 2499
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

constexpr int kCount = 2500;

void fill(int i, int* out) {
  LOCKSTEP_THREAD(i);
  out[i] = i;
}

int main() {
  std::vector<int> out(kCount);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_LAUNCH(kCount);
  for (int i = 0; i < kCount; ++i) fill(i, out.data());
  std::printf("%d\n", out[kCount - 1]);
}
