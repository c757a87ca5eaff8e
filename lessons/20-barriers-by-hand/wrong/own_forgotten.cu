// A wrong attempt: what a thread knew before the cut is not there after it.

#include <cuda_runtime.h>

#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/play.h"

// `x` has n numbers, `said` three rows of n.
void play(int n, const int* x, int* said) {
  for (int t = 0; t < n; ++t) {
    LOCKSTEP_THREAD(t);
    int own = x[t] * x[t];
    said[t] = own;
  }
  for (int t = 0; t < n; ++t) {
    LOCKSTEP_THREAD(t);
    int right = (t + 1) % n;
    said[n + t] = said[right] - own;
  }
  for (int t = 0; t < n; ++t) {
    LOCKSTEP_THREAD(t);
    int right = (t + 1) % n;
    said[2 * n + t] = own + 10 * said[n + right];
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4;
  const std::vector<int> x = lockstep::RandomInput<int>(n, 1, 99);
  std::vector<int> said(3 * n);
  LOCKSTEP_ARRAY(x);
  LOCKSTEP_ARRAY(said, 3, n);
  LOCKSTEP_LAUNCH(n);
  play(n, x.data(), said.data());
}
