// Pointers that are moved on, each within its array; and one array that is cut in two.
#include <cstdio>
#include <vector>

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
    int in[kRows * kColumns], gap, out[kRows], last_gap;
  } of_host{};
  auto& in = of_host.in;
  std::vector<int> both(2 * kColumns);
  int* const weights = both.data();
  int* const more = both.data() + kColumns;
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
