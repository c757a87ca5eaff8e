// What is called, or copied, is null.
// told: null
#include "apart.h"

using Rule = int (*)(int);

__global__ void apply(Rule rule, int* out) {
  out[0] = rule(3);  // expect: null-pointer
}

__global__ void copy_from(int* out, const int* in, int bytes) {
  memcpy(out, in, bytes);  // expect: null-pointer
}

__global__ void copy_to(int* out, const int* in, int bytes) {
  memcpy(out, in, bytes);  // expect: null-pointer
}

int main() {
  Apart([] { apply<<<1, 1>>>(nullptr, Zeroed<int>(1)); });
  Apart([] { copy_from<<<1, 1>>>(Zeroed<int>(8), nullptr, 32); });
  Apart([] { copy_to<<<1, 1>>>(nullptr, Zeroed<int>(8), 32); });
}
