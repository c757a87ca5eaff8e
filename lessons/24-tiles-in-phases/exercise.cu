// Lesson 24, exercise: tiles that reach over the edge.
//
// The guards keep the threads inside both matrices. Where a tile reaches over the edge, nothing is put into it. With 10
// cells in a row and tiles of 4, the third tile has two columns that nobody fills. Does that matter?

#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/play.h"

constexpr int kTile = 4;  // a tile is 4 x 4 cells, a block 4 x 4 threads

// m is h x k, n is k x w, out is h x w.
void play_block(int by, int bx, const int* m, const int* n, int* out, int h, int k, int w) {
  int ms[kTile][kTile] = {}, ns[kTile][kTile] = {};  // the shared memory of this block
  LOCKSTEP_ARRAY(ms);
  LOCKSTEP_ARRAY(ns);
  int sums[kTile][kTile] = {};  // a variable of each thread
  for (int first = 0; first < k; first += kTile) {
    for (int ty = 0; ty < kTile; ++ty) {
      for (int tx = 0; tx < kTile; ++tx) {
        LOCKSTEP_THREAD(dim3(bx, by), dim3(tx, ty));
        int row = by * kTile + ty, column = bx * kTile + tx;
        int x = first + tx, y = first + ty;
        if (row < h && x < k) ms[ty][tx] = m[row * k + x];
        if (y < k && column < w) ns[ty][tx] = n[y * w + column];
      }
    }
    for (int ty = 0; ty < kTile; ++ty) {
      for (int tx = 0; tx < kTile; ++tx) {
        LOCKSTEP_THREAD(dim3(bx, by), dim3(tx, ty));
        for (int i = 0; i < kTile; ++i) sums[ty][tx] += ms[ty][i] * ns[i][tx];
      }
    }
  }
  for (int ty = 0; ty < kTile; ++ty) {
    for (int tx = 0; tx < kTile; ++tx) {
      LOCKSTEP_THREAD(dim3(bx, by), dim3(tx, ty));
      int row = by * kTile + ty, column = bx * kTile + tx;
      if (row < h && column < w) out[row * w + column] = sums[ty][tx];
    }
  }
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 6;
  const int k = argc > 2 ? std::atoi(argv[2]) : 10;
  const int w = argc > 3 ? std::atoi(argv[3]) : 7;
  const std::vector<int> m = lockstep::RandomInput<int>(h * k, 1, 9, 0), n = lockstep::RandomInput<int>(k * w, 1, 9, 1);
  std::vector<int> out(h * w, -1);
  LOCKSTEP_ARRAY(m, h, k);
  LOCKSTEP_ARRAY(n, k, w);
  LOCKSTEP_ARRAY(out, h, w);
  const int down = (h + kTile - 1) / kTile, across = (w + kTile - 1) / kTile;
  LOCKSTEP_LAUNCH(dim3(across, down), dim3(kTile, kTile));
  for (int by = 0; by < down; ++by) {
    for (int bx = 0; bx < across; ++bx) play_block(by, bx, m.data(), n.data(), out.data(), h, k, w);
  }
}
