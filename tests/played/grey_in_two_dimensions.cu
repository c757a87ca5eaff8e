// Blocks and threads as pairs, and a lambda as the body.
// info: launch 0: lambda at line 30<<<(2,2,1), (4,3,1)>>>
// info: 4 of 4 blocks recorded, 12 threads a block, 1083 steps
// info: read 105
// dump: block (1,1,0) thread (2,1,0) grey_in_two_dimensions.cu:35:14 write out[4][6] 0.0f -> 228.54f
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

struct Two {
  int x, y;
};

template <class Body>
void blk_kernel2d(Body body, Two blocks, Two threads) {
  LOCKSTEP_LAUNCH(blocks, threads);
  for (int by = 0; by < blocks.y; ++by)
    for (int bx = 0; bx < blocks.x; ++bx)
      for (int ty = 0; ty < threads.y; ++ty)
        for (int tx = 0; tx < threads.x; ++tx) body(Two{bx, by}, Two{tx, ty}, threads);
}

int main() {
  const int height = 5, width = 7, n = height * width;
  std::vector<float> in(3 * n), out(n);
  for (int i = 0; i < 3 * n; ++i) in[i] = float(i * 7 % 256);
  LOCKSTEP_ARRAY(in, 3, height, width);
  LOCKSTEP_ARRAY(out, height, width);
  auto grey = [&](Two block, Two thread, Two size) {
    LOCKSTEP_THREAD(block, thread);
    const int column = block.x * size.x + thread.x, row = block.y * size.y + thread.y;
    if (column < width && row < height) {
      const int i = row * width + column;
      out[i] = 0.21f * in[i] + 0.72f * in[i + n] + 0.07f * in[i + 2 * n];
    }
  };
  blk_kernel2d(grey, {2, 2}, {4, 3});
  std::printf("%g %g\n", out[0], out[n - 1]);
}
