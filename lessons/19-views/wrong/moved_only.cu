// A wrong attempt: the second part begins where it should, and ends past the end of the strip.

#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/play.h"

// The length of the strip.
int cells(int threads) { return 2 * threads; }

// How many cells after `ms` does `ns` begin?
int distance(int threads) { return threads + 1; }

// `a` has a cell more than `b` and `out`, and n is a multiple of the number of threads.
void play_block(int block, int threads, const int* a, const int* b, int* out) {
  std::vector<int> strip(cells(threads));
  LOCKSTEP_ARRAY(strip);
  int* ms = strip.data();                      // threads + 1 cells
  int* ns = strip.data() + distance(threads);  // threads cells
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    int i = block * threads + t;
    ms[t] = a[i];
    if (t == threads - 1) ms[t + 1] = a[i + 1];
    ns[t] = b[i];
  }
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    out[block * threads + t] = (ms[t] + ms[t + 1]) * ns[t];
  }
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? std::atoi(argv[1]) : 2;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int n = blocks * threads;
  const std::vector<int> a = lockstep::RandomInput<int>(n + 1, 1, 99, 0), b = lockstep::RandomInput<int>(n, 1, 99, 1);
  std::vector<int> out(n);
  LOCKSTEP_ARRAY(a);
  LOCKSTEP_ARRAY(b);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_LAUNCH(blocks, threads);
  for (int block = 0; block < blocks; ++block) play_block(block, threads, a.data(), b.data(), out.data());
}
