// Pointers that are moved on, each within its array; and one array that is cut in two.
#include <cstdio>

#include "lockstep/play.h"

constexpr int kRows = 3, kColumns = 4;

void sums(int row, const int* in, int* weights_and_more, int* out) {
  LOCKSTEP_THREAD(row);
  const int* cell = in + row * kColumns;
  int sum = 0;
  for (int k = 0; k < kColumns; ++k) {
    sum += *cell;
    ++cell;
  }
  cell = weights_and_more;
  for (int k = 0; k < kColumns; ++k) sum += cell[k];
  out += row;
  *out++ = sum;
  int* const half = weights_and_more + kColumns;
  half[row] = sum;
}

int main() {
  struct {
    int in[kRows * kColumns], gap, both[2 * kColumns], other_gap, out[kRows], last_gap;
  } of_host{};
  auto& in = of_host.in;
  int* const weights = of_host.both;
  int* const more = of_host.both + kColumns;
  auto& out = of_host.out;
  LOCKSTEP_ARRAY(in, kRows, kColumns);
  LOCKSTEP_ARRAY(weights, kColumns);
  LOCKSTEP_ARRAY(more, kColumns);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(kRows);
    for (int row = 0; row < kRows; ++row) sums(row, in, weights, out);
  }
  std::printf("%d\n", out[0]);
}
