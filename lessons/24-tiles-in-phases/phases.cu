// A product of two matrices in tiles, in plain code: loops play the threads, and an array plays the shared memory.
//
//   lockstep run phases.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/play.h"

constexpr int kTile = 2;  // a tile is 2 x 2 cells, a block 2 x 2 threads

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
        ms[ty][tx] = row < h && x < k ? m[row * k + x] : 0;
        ns[ty][tx] = y < k && column < w ? n[y * w + column] : 0;
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

void product(int h, int k, int w) {
  const std::vector<int> m = lockstep::RandomInput<int>(h * k, 1, 9, 0), n = lockstep::RandomInput<int>(k * w, 1, 9, 1);
  std::vector<int> out(h * w);
  LOCKSTEP_ARRAY(m, h, k);
  LOCKSTEP_ARRAY(n, k, w);
  LOCKSTEP_ARRAY(out, h, w);
  const int down = (h + kTile - 1) / kTile, across = (w + kTile - 1) / kTile;
  LOCKSTEP_LAUNCH(dim3(across, down), dim3(kTile, kTile));
  for (int by = 0; by < down; ++by) {
    for (int bx = 0; bx < across; ++bx) play_block(by, bx, m.data(), n.data(), out.data(), h, k, w);
  }
  const auto print = [](const char* name, const std::vector<int>& cells, int width) {
    std::printf("%s\n", name);
    for (std::size_t i = 0; i < cells.size(); ++i) std::printf("%4d%s", cells[i], (i + 1) % width == 0 ? "\n" : "");
  };
  print("m", m, k);
  print("n", n, w);
  print("out", out, w);
}

int main() {
  product(4, 6, 4);
  product(3, 5, 4);
}
