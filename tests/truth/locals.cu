// Fills, copies and pointers that leave a local variable.
#include "apart.h"

__global__ void fill(int* out, int bytes) {
  int counts[4];
  memset(counts, 0, bytes);  // expect: out-of-bounds-local
  out[0] = counts[3];
}

__global__ void copy(int* out, const int* in, int bytes) {
  int part[4];
  memcpy(part, in, bytes);  // expect: out-of-bounds-local
  out[0] = part[0];
}

struct Pair {
  int first, second;
};

__global__ void clear(int* out, int bytes) {
  Pair pair;
  memset(&pair, 0, bytes);  // expect: out-of-bounds-local
  out[0] = pair.first;
}

// A pointer one past one of two variables is no host memory.
__global__ void past_either(int* out, int choice) {
  int a = 1, b = 2;
  int* p = choice ? &a : &b;
  p[1] = 200;  // expect: out-of-bounds-local
  out[0] = a + b;
}

int main() {
  Apart([] { fill<<<1, 1>>>(Zeroed<int>(8), 32); });
  Apart([] { copy<<<1, 1>>>(Zeroed<int>(8), Zeroed<int>(8), 32); });
  Apart([] { clear<<<1, 1>>>(Zeroed<int>(8), 32); });
  Apart([] { past_either<<<1, 1>>>(Zeroed<int>(8), 1); });
}
