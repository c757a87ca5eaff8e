// The first program of a course: a loop that calls its body once for each pixel.
// info: in: 72 bytes of `unsigned char`, shape 3x4x6
// info: out: 24 bytes of `unsigned char`, shape 4x6
// info: launch 0: grey<<<(1,1,1), (24,1,1)>>>
// info: read 72
// info: exit 24
// dump: thread (23,0,0) grey_by_a_loop.cu:19:25 read in[0][3][5] = 161
// dump: thread (23,0,0) grey_by_a_loop.cu:19:10 write out[3][5] 0 -> 103
// said: 126 103
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

using Byte = unsigned char;

void grey(int i, const Byte* in, Byte* out, int n) {
  LOCKSTEP_THREAD(i);
  out[i] = Byte(0.21f * in[i] + 0.72f * in[i + n] + 0.07f * in[i + 2 * n]);
}

template <class Body, class... Arguments>
void run_kernel(Body body, int times, Arguments... arguments) {
  LOCKSTEP_LAUNCH(times);
  for (int i = 0; i < times; ++i) body(i, arguments...);
}

int main() {
  const int height = 4, width = 6, n = height * width;
  std::vector<Byte> in(3 * n), out(n);
  for (int i = 0; i < 3 * n; ++i) in[i] = Byte(i * 7 % 256);
  LOCKSTEP_ARRAY(in, 3, height, width);
  LOCKSTEP_ARRAY(out, height, width);
  run_kernel(grey, n, in.data(), out.data(), n);
  std::printf("%d %d\n", out[0], out[n - 1]);
}
