// What a played thread calls, with results, recursion and exceptions; several launches, and a real one among them.
// info: launch 0: sums<<<(1,1,1), (4,1,1)>>>
// info: launch 1: real<<<(1,1,1), (2,1,1)>>>
// info: launch 2: picky<<<(1,1,1), (4,1,1)>>>
// dump: thread (3,0,0) calls_and_exceptions.cu:20:10 write out[3] 0 -> 6
// dump: thread (2,0,0) calls_and_exceptions.cu:29:12 write out[2] 3 -> 200
// said: 6 200 odd
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "lockstep/play.h"

int sum_up_to(int n) { return n == 0 ? 0 : n + sum_up_to(n - 1); }
int refuse_odd(int i) { return i % 2 ? throw std::runtime_error("odd") : 100 * i; }
__global__ void real(int* out) { out[threadIdx.x] = 7; }

void sums(int i, int* out) {
  LOCKSTEP_THREAD(i);
  out[i] = sum_up_to(i);
}

void picky(int i, int* out) {
  LOCKSTEP_THREAD(i);
  if (i == 3) return;
  try {
    const int hundreds = refuse_odd(i);
    if (i == 0) throw 5;
    out[i] = hundreds;
  } catch (const std::runtime_error& error) {
    std::printf("%s\n", error.what());
  }
}

template <class Body>
void run_kernel(Body body, int times, int* out) {
  LOCKSTEP_LAUNCH(times);
  for (int i = 0; i < times; ++i) try {
      body(i, out);
    } catch (int) {
    }
}

int main() {
  std::vector<int> out(4);
  LOCKSTEP_ARRAY(out);
  run_kernel(sums, 4, out.data());
  int* device = nullptr;
  cudaMalloc(&device, 2 * sizeof(int));
  real<<<1, 2>>>(device);
  cudaDeviceSynchronize();
  cudaFree(device);
  const int six = out[3];
  run_kernel(picky, 4, out.data());
  std::printf("%d %d odd\n", six, out[2]);
}
