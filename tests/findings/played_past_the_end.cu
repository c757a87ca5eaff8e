// Arrays of the host that a played kernel leaves: one that malloc gave, a vector, and one on the stack.
// recorded: next to an array of the host lies memory without a name
// told: `image`
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/play.h"

void brighten(int i, const unsigned char* image, std::vector<int>& out, int n) {
  LOCKSTEP_THREAD(i);
  const int right = image[i + 1];  // expect: out-of-bounds-global
  if (i < n) out[i] = right;
}

void neighbours(int i, const int* table, const std::vector<int>& out, int* sums) {
  LOCKSTEP_THREAD(i);
  const int left = table[i - 1];  // expect: out-of-bounds-global
  sums[i] = left + out[i + 2];    // expect: out-of-bounds-global
}

void second_of_row(int i, const unsigned char* image, int* sums) {
  LOCKSTEP_THREAD(i);
  const unsigned char* row = image + 2 * i;
  const unsigned char* cell = row + 1;
  sums[i] = *cell;  // expect: out-of-bounds-global
}

int main() {
  const int n = 8;
  auto* image = static_cast<unsigned char*>(std::calloc(n, 1));
  std::vector<int> out(n);
  int table[n] = {}, sums[n] = {};
  LOCKSTEP_ARRAY(image, n);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_ARRAY(table);
  LOCKSTEP_ARRAY(sums);
  {
    LOCKSTEP_LAUNCH(n);
    for (int i = 0; i < n; ++i) brighten(i, image, out, n);
  }
  {
    LOCKSTEP_LAUNCH(n);
    for (int i = 0; i < n; ++i) neighbours(i, table, out, sums);
  }
  {
    LOCKSTEP_LAUNCH(n);
    for (int i = 0; i < n; ++i) second_of_row(i, image, sums);
  }
  std::printf("%d\n", sums[n - 1]);
  std::free(image);
}
