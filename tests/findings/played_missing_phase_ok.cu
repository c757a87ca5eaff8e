// Tiles in plain code: one loop loads a block's array, the next reads it. Each block has an array of its own.
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

template <class Body>
void play_block(int block, int threads, const Body& body) {
  for (int thread = 0; thread < threads; ++thread) body(block, thread);
}

int main() {
  const int blocks = 3, threads = 4, n = blocks * threads;
  std::vector<int> in(n, 2), out(n);
  LOCKSTEP_ARRAY(in);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(blocks, threads);
    for (int block = 0; block < blocks; ++block) {
      std::vector<int> tile(threads);
      LOCKSTEP_ARRAY(tile);
      play_block(block, threads, [&](int b, int t) {
        LOCKSTEP_THREAD(b, t);
        if (t == 0)
          tile[t] = in[b * threads];
        else
          tile[t] = in[b * threads + t];
      });
      play_block(block, threads, [&](int b, int t) {
        LOCKSTEP_THREAD(b, t);
        out[b * threads + t] = tile[t == 0 ? 0 : t - 1];
      });
    }
  }
  std::printf("%d\n", out[n - 1]);
}
