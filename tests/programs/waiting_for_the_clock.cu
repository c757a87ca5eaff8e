// Loops that wait for a clock to advance take less than the real time: many threads each wait for seconds.

#include <cstdio>
#include <ctime>

__device__ __noinline__ long long now() { return clock64(); }
__device__ unsigned long long global_time() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

__global__ void spin(long long cycles, unsigned* done) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  atomicAdd(done, 1);
}

__global__ void spin_in_all_ways(int cycles, unsigned long long nanoseconds, unsigned* done) {
  const clock_t start = clock();
  clock_t passed;
  do {
    const clock_t end = clock();
    passed = end > start ? end - start : end + (0xffffffff - start);
  } while (passed < cycles);
  const long long begin = now();
  for (;;)
    if (now() >= begin + cycles) break;
  const unsigned long long until = global_time() + nanoseconds;
  while (global_time() < until) __nanosleep(1000);
  atomicAdd(done, 1);
}

// A time limit on a wait for another thread does not elapse faster.
__global__ void wait_with_a_limit(volatile int* flag, int* limit_was_reached) {
  const long long start = clock64();
  if (threadIdx.x == 0) {
    while (*flag == 0)
      if (clock64() - start > 200000000000ll) {
        *limit_was_reached = 1;
        break;
      }
  } else if (threadIdx.x == 40) {
    *flag = 1;
  }
}

int main() {
  unsigned* done;
  int* words;
  cudaMallocManaged(&done, 4), cudaMallocManaged(&words, 8);
  *done = words[0] = words[1] = 0;
#ifdef __LOCKSTEP__
  const long long cycles = 1ll << 40;
  const unsigned long long nanoseconds = 60ull * 1000 * 1000 * 1000;
#else
  const long long cycles = 1 << 20;
  const unsigned long long nanoseconds = 1000 * 1000;
#endif
  const std::time_t began = std::time(nullptr);
  spin<<<4, 64>>>(cycles, done);
  spin_in_all_ways<<<2, 64>>>(1 << 30, nanoseconds, done);
  wait_with_a_limit<<<1, 64>>>(words, words + 1);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("a kernel did not end\n"), 1;
  const long took = (long)(std::time(nullptr) - began);
  if (*done != 6 * 64 || words[1]) return printf("%u threads, limit %d\n", *done, words[1]), 1;
  if (took > 60) return printf("%ld seconds\n", took), 1;
  printf("ok\n");
}
