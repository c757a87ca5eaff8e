// Pointers that are moved on: one past the end of its array, one into the array after it, and one of a parameter.
// recorded: next to an array of the host lies memory without a name
// told: `in`
// told: `weights`
// told: `out`
#include <cstdio>

#include "lockstep/play.h"

constexpr int kRows = 3, kColumns = 4;

void sums(int row, const int* in, const int* weights, int* out) {
  LOCKSTEP_THREAD(row);
  const int* cell = in + row * kColumns;
  int sum = 0;
  for (int k = 0; k <= kColumns; ++k) {
    sum += *cell;  // expect: out-of-bounds-global
    ++cell;
  }
  cell = weights;
  for (int k = 0; k <= kColumns + 1; ++k) sum += cell[k];  // expect: out-of-bounds-global
  out += row;
  ++out;
  *out = sum;  // expect: out-of-bounds-global
}

int main() {
  struct {
    int in[kRows * kColumns], gap, weights[kColumns], other_gap, out[kRows], last_gap;
  } of_host{};
  auto& in = of_host.in;
  auto& weights = of_host.weights;
  auto& out = of_host.out;
  LOCKSTEP_ARRAY(in, kRows, kColumns);
  LOCKSTEP_ARRAY(weights);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(kRows);
    for (int row = 0; row < kRows; ++row) sums(row, in, weights, out);
  }
  std::printf("%d\n", out[0]);
}
