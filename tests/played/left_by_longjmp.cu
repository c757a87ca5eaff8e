// A thread, and later a launch, that longjmp leaves: both end where the next one begins. Marks in one function too.
// info: launch 0: body<<<(1,1,1), (3,1,1)>>>
// info: launch 1: main<<<(1,1,1), (2,1,1)>>>
// dump: thread (2,0,0) left_by_longjmp.cu:19:10 write out[2] 0 -> 2
// dump: thread (1,0,0) left_by_longjmp.cu:36:14 write out[1] 0 -> 10
// said: 0 10 2
#include <setjmp.h>

#include <cstdio>

#include "lockstep/play.h"

jmp_buf back;
int out[3];

void body(int i) {
  LOCKSTEP_THREAD(i);
  if (i == 1) longjmp(back, 1);
  out[i] = i;
}

void launch_and_leave() {
  LOCKSTEP_LAUNCH(3);
  for (volatile int i = 0; i < 3; i = i + 1)
    if (setjmp(back) == 0) body(i);
  if (setjmp(back) == 0) body(1);
}

int main() {
  LOCKSTEP_ARRAY(out);
  launch_and_leave();
  {
    LOCKSTEP_LAUNCH(2);
    for (int i = 0; i < 2; ++i) {
      LOCKSTEP_THREAD(i);
      out[i] = 10 * i;
    }
  }
  std::printf("%d %d %d\n", out[0], out[1], out[2]);
}
