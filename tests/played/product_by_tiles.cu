// A loop over phases, in which the host plays all threads of a block twice: between the loops they meet.
// info: launch 0: product_tile<<<(2,2,1), (2,2,1)>>>
// info: shared: 32 bytes of `float`, shape 8
// info: arrive 48
// info: pass 48
// info: exit 16
// dump: block (1,1,0) thread (1,0,0) product_by_tiles.cu:24:29 write shared[5]
#include <cstdio>
#include <vector>

#include "lockstep/play.h"

constexpr int kTile = 2;

void product_tile(int by, int bx, const float* a, const float* b, float* c, int n, float* shared) {
  float* ms = shared;
  float* ns = shared + kTile * kTile;
  float sums[kTile][kTile] = {};
  for (int phase = 0; phase < n / kTile; ++phase) {
    for (int ty = 0; ty < kTile; ++ty)
      for (int tx = 0; tx < kTile; ++tx) {
        LOCKSTEP_THREAD(dim3(bx, by), dim3(tx, ty));
        ms[ty * kTile + tx] = a[(by * kTile + ty) * n + phase * kTile + tx];
        ns[ty * kTile + tx] = b[(phase * kTile + ty) * n + bx * kTile + tx];
      }
    for (int ty = 0; ty < kTile; ++ty)
      for (int tx = 0; tx < kTile; ++tx) {
        LOCKSTEP_THREAD(dim3(bx, by), dim3(tx, ty));
        for (int k = 0; k < kTile; ++k) sums[ty][tx] += ms[ty * kTile + k] * ns[k * kTile + tx];
        c[(by * kTile + ty) * n + bx * kTile + tx] = sums[ty][tx];
      }
  }
}

int main() {
  const int n = 4;
  std::vector<float> a(n * n), b(n * n), c(n * n), shared(2 * kTile * kTile);
  for (int i = 0; i < n * n; ++i) a[i] = float(i), b[i] = float(i % 3);
  LOCKSTEP_ARRAY(a, n, n);
  LOCKSTEP_ARRAY(b, n, n);
  LOCKSTEP_ARRAY(c, n, n);
  LOCKSTEP_ARRAY(shared);
  LOCKSTEP_LAUNCH(dim3(n / kTile, n / kTile), dim3(kTile, kTile));
  for (int by = 0; by < n / kTile; ++by)
    for (int bx = 0; bx < n / kTile; ++bx) product_tile(by, bx, a.data(), b.data(), c.data(), n, shared.data());
  std::printf("%g %g\n", c[0], c[n * n - 1]);
}
