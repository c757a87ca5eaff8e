// A block has one strip of memory, and names for parts of it. Loops of the host play the threads: the lines that begin
// with LOCKSTEP_ let Lockstep record them, and do nothing else.
//
//   lockstep run views.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/play.h"

// --- Two halves: the numbers of a in the first one, those of b in the second one.

void halves(int block, int threads, const int* a, const int* b, int* out) {
  std::vector<int> strip(2 * threads, -1);
  LOCKSTEP_ARRAY(strip);
  int* ms = strip.data();
  int* ns = strip.data() + threads;
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    ms[t] = a[block * threads + t];
    ns[t] = b[block * threads + t];
  }
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    out[block * threads + t] = ms[t] + ns[threads - 1 - t];
  }
}

// --- Every second cell: another description of the same strip.

struct View {
  int* first;
  int stride;
};

void every_second(int block, int threads, const int* a, const int* b, int* out) {
  std::vector<int> strip(2 * threads, -1);
  LOCKSTEP_ARRAY(strip);
  View ms = {strip.data(), 2};
  View ns = {strip.data() + 1, 2};
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    ms.first[t * ms.stride] = a[block * threads + t];
    ns.first[t * ns.stride] = b[block * threads + t];
  }
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    out[block * threads + t] = ms.first[t * ms.stride] + ns.first[(threads - 1 - t) * ns.stride];
  }
}

// --- A mistake: a vector that is made from a part of the strip is no view of it. It is a copy.

void copied(int block, int threads, const int* a, const int* b, int* out) {
  std::vector<int> strip(2 * threads, -1);
  LOCKSTEP_ARRAY(strip);
  int* ms = strip.data();
  std::vector<int> ns(strip.begin() + threads, strip.end());
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    ms[t] = a[block * threads + t];
    ns[t] = b[block * threads + t];
  }
  for (int t = 0; t < threads; ++t) {
    LOCKSTEP_THREAD(block, t);
    out[block * threads + t] = ms[t] + strip[threads + (threads - 1 - t)];
  }
}

template <class Block>
void run(Block play_block, int blocks, int threads, const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> out(blocks * threads);
  LOCKSTEP_ARRAY(a);
  LOCKSTEP_ARRAY(b);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_LAUNCH(blocks, threads);
  for (int block = 0; block < blocks; ++block) play_block(block, threads, a.data(), b.data(), out.data());
  for (int value : out) std::printf("%4d", value);
  std::printf("\n");
}

int main() {
  const int blocks = 2, threads = 4;
  std::vector<int> a, b;
  for (int i = 1; i <= blocks * threads; ++i) a.push_back(i), b.push_back(10 * i);
  run(halves, blocks, threads, a, b);
  run(every_second, blocks, threads, a, b);
  run(copied, blocks, threads, a, b);
}
