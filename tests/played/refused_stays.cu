// An array that is named inside the launch, before the loop over blocks, would be one of a block and of the next too.
// info: launch 0: body<<<(2,1,1), (2,1,1)>>>
// said: refused_stays.cu:15: `shared` was named inside the launch, for one block, and is still there in the next
// said: went on
#include <cstdio>

#include "lockstep/play.h"

void body(int block, int thread, int* shared) {
  LOCKSTEP_THREAD(block, thread);
  shared[thread] = block;
}

int main() {
  LOCKSTEP_LAUNCH(2, 2);
  int shared[2];
  LOCKSTEP_ARRAY(shared);
  for (int block = 0; block < 2; ++block)
    for (int thread = 0; thread < 2; ++thread) body(block, thread, shared);
  std::printf("went on\n");
}
