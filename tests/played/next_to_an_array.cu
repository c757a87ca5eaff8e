// Memory that has no name, close to an array that has one: it is used, and nothing is wrong with that.
// info: launch 0: fill<<<(1,1,1), (24,1,1)>>>
// info: 1 of 1 blocks recorded, 24 threads a block, 384 steps
// info: exit 24
// dump: thread (23,0,0) next_to_an_array.cu:15:12 write named[23] '\0' -> '\x17'
// said: 23 23
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

void fill(int i, char* before, char* named, char* after) {
  LOCKSTEP_THREAD(i);
  before[i] = char(i);
  named[i] = char(i);
  after[i] = char(i);
}

int main() {
  std::vector<char> before(24), named(24), after(24);
  LOCKSTEP_ARRAY(named);
  LOCKSTEP_LAUNCH(24);
  for (int i = 0; i < 24; ++i) fill(i, before.data(), named.data(), after.data());
  std::printf("%d %d\n", named[23], after[23]);
}
