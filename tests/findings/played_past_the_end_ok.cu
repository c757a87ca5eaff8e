// The same with guards; and memory that has no name, next to memory that has one.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/play.h"

struct Pair {
  int first[8], second[8];
} pair;

void brighten(int i, const unsigned char* image, std::vector<int>& out, int n, int* unnamed) {
  LOCKSTEP_THREAD(i);
  if (i + 1 < n) out[i] = image[i + 1];
  unnamed[0] += 1;
  pair.second[i] = pair.first[i] = i;
  for (const unsigned char* at = image; at != image + n; ++at) unnamed[1] += *at;
}

int main() {
  const int n = 8;
  auto* image = static_cast<unsigned char*>(std::calloc(n, 1));
  std::vector<int> out(n), unnamed(2);
  LOCKSTEP_ARRAY(image, n);
  LOCKSTEP_ARRAY(out);
  LOCKSTEP_ARRAY(pair.first);
  {
    LOCKSTEP_LAUNCH(n);
    for (int i = 0; i < n; ++i) brighten(i, image, out, n, unnamed.data());
  }
  std::printf("%d %d\n", out[0], unnamed[0] + unnamed[1]);
  std::free(image);
}
