// Marks inside a played thread count for nothing; plain arrays have a name
// and a shape too.
// info: table: 24 bytes of `int`, shape 2x3
// info: launch 0: outer<<<(2,1,1), (3,1,1)>>>
// info: 2 of 2 blocks recorded, 3 threads a block, 144 steps
// dump: block (1,0,0) thread (2,0,0) marks_in_marks.cu:17:22 write table[1][2] 0 -> 12
// said: 12 1
#include <cstdio>

#include "lockstep/play.h"

int table[2][3];

void inner(int row, int column) {
  LOCKSTEP_LAUNCH(5);
  LOCKSTEP_THREAD(4);
  table[row][column] = 10 * row + column;
}

void outer(int block, int thread) {
  LOCKSTEP_THREAD(block, thread);
  inner(block, thread);
}

int main() {
  LOCKSTEP_ARRAY(table);
  table[0][1] = 5;
  {
    LOCKSTEP_LAUNCH(2, 3);
    for (int block = 0; block < 2; ++block)
      for (int thread = 0; thread < 3; ++thread) outer(block, thread);
  }
  std::printf("%d %d\n", table[1][2], table[0][1]);
}
