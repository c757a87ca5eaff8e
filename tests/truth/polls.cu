// Polls in vain that count, or wait longer and longer between: for ever, in every order of threads.
// flags: --schedule all
#include "apart.h"

__global__ void waits_longer(const volatile int* flag, int* out) {
  unsigned nanoseconds = 8;
  int tries = 0;
  while (*flag != 7) {  // expect: deadlock
    __nanosleep(nanoseconds);
    if (nanoseconds < 256) nanoseconds *= 2;
    ++tries;
  }
  out[threadIdx.x] = tries;
}

// Each of two blocks keeps a lock and wants that of the other.
__global__ void opposite(int* locks, int* held, int* out) {
  if (threadIdx.x != 0) return;
  int tries = 0;
  while (atomicCAS(&locks[blockIdx.x], 0, 1) != 0) ++tries;
  atomicAdd(held, 1);
  while (atomicAdd(held, 0) < 2) ++tries;
  while (atomicCAS(&locks[1 - blockIdx.x], 0, 1) != 0) ++tries;  // expect: deadlock
  atomicExch(&locks[0], 0);
  atomicExch(&locks[1], 0);
  out[blockIdx.x] = tries;
}

int main() {
  Apart([] { waits_longer<<<4, 64>>>(Zeroed<int>(1), Zeroed<int>(64)); });
  Apart([] { opposite<<<2, 32>>>(Zeroed<int>(2), Zeroed<int>(1), Zeroed<int>(2)); });
}
