// What the warp engine (`--engine warps`) must get right although the lanes of a vector are not threads, and what it
// leaves to the other engines. `lockstep build -v --engine warps` must print for each kernel what the comment says.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) {     \
    printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    ++failures;           \
  }
int failures = 0;

// An index that has wrapped around belongs to a lane that does not use it.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WrapsBelowZero(int* out, const int* in, unsigned shift) {
  const unsigned t = threadIdx.x;
  out[t] = t >= shift ? in[t - shift] : -1;
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void DividesWherePossible(int* out, const int* divisors) {
  const int t = threadIdx.x;
  out[t] = -1;
  if (divisors[t] != 0) out[t] = 1000 / divisors[t] + 1000 % divisors[t];
}

// The second condition may be read only where the first one holds: the array ends there, before a guard page.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void StopsAtTheEnd(int* out, const int* in, int count) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count && in[t] % 3 == 0) out[t] = in[t];
}

// Lanes leave the loop in different iterations, with the values of those.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void LeavesOneByOne(int* out, const int* counts) {
  const int t = threadIdx.x;
  int steps = 0, last = -1, i = 0;
  for (; i < counts[t]; ++i) {
    if (i == 7) continue;
    last = i * 10 + t;
    if (++steps == 20) break;
  }
  out[t] = last * 1000 + i;
}

// Lanes that have parted come together again after a part of their own way that they all take.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void JoinsLate(int* out, const int* in, int start) {
  const int t = threadIdx.x;
  int common = start;
  if (t % 3 == 2) {
    common = start * 3 + 1;
    if (in[t] % 2)
      atomicAdd(&out[t], 1);
    else
      atomicXor(&out[t], 6);
    atomicAdd(&out[t], 9);
  } else {
    if (in[t] % 5 < 2)
      atomicAdd(&out[t], 2);
    else
      atomicXor(&out[t], 7);
    atomicAdd(&out[t], 10);
  }
  out[t] += common * 1000;
}

// Integers wrap around, so an index that rises from lane to lane as 32 bits may fall as 64 bits.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WrapsWithASign(int* out, unsigned shift, long long base, long long limit) {
  const unsigned t = threadIdx.x;
  if (static_cast<int>(t + shift) + base < limit) atomicAdd(&out[t], 1);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void TakesPlaces(int* out, int* next, int* total) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 3 != 1) out[atomicAdd(next, 1)] = t;
  atomicAdd(total, t);
}

// Of some warps, all lanes add to one number.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void AddsToFewPlaces(int* out, const int* in, int few) {
  __shared__ int sums[101];
  const int t = threadIdx.x;
  for (int i = t; i < 101; i += blockDim.x) sums[i] = 0;
  __syncthreads();
  const int place = few ? t / few : in[t];
  atomicAdd(&sums[place], t);
  if (in[t] % 2) atomicSub(&sums[place], 1);
  atomicAdd(&out[place], 1);
  __syncthreads();
  for (int i = t; i < 101; i += blockDim.x) atomicAdd(&out[i], sums[i]);
}

// Threads leave inside the loop; the others go on meeting at its barrier.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void LeavesBetweenBarriers(int* out) {
  __shared__ int sum[64];
  const int t = threadIdx.x;
  int mine = t;
  for (int round = 0; round < 8; ++round) {
    sum[t] = mine;
    __syncthreads();
    mine += sum[(t + 1) % 64];
    __syncthreads();
    if (t % 8 == round && t < 40) {
      out[t] = mine;
      return;
    }
  }
  out[t] = -mine;
}

// Of a block's warps, those after a limit have nothing to do; in other rounds, those before it.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WorksUpToALimit(int* out) {
  __shared__ int sum[1024];
  const int x = threadIdx.x, row = blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), t = row + x;
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  sum[t] = t + 1;
  __syncthreads();
  int rounds = 0;
  for (int left = blockDim.x; left > 1; left = (left + 1) / 2) {
    const int half = (left + 1) / 2;
    if (x < left - half) sum[t] += sum[t + half];
    __syncthreads();
    ++rounds;
  }
  for (int from = threads; from > 0; from /= 3) {
    if (from <= t) sum[t] += 1000;
    __syncthreads();
  }
  const int ends = __syncthreads_count(t > 40);
  if (x > 4) out[t] = sum[t];
  if (!(x > 4)) out[t] = sum[row] * rounds + ends;
}

// Short ways round under masks that are known from the code alone, and the values with which they come back.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void TakesTheFirstLanes(int* out, const int* in) {
  const int x = threadIdx.x, t = blockIdx.x * blockDim.x + x;
  int mine = 0;
  if (x < 8) mine = in[t] * 2;
  if (x <= 36) mine += 5;
  if (35 < x) out[t] = in[t];
  if (x != 0) mine += 100;
  for (int i = 0; i < 3; ++i)
    if (x == i * 7 + 1) mine += i + in[t];
  if (x < 4) out[t] = mine;
  if (x >= 4 && x <= 35) out[t] = mine + 1;
  if (x == 0) atomicAdd(&out[t], 7000);
}

// Of a warp, and warps by themselves, without a barrier in the branch.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void OneWarpWorks(int* out) {
  __shared__ int numbers[96];
  const int t = threadIdx.x;
  numbers[t] = t;
  __syncthreads();
  if (t / 32 == 1) numbers[t] += numbers[t - 32] * 100;
  __syncthreads();
  out[t] = numbers[95 - t] + __syncthreads_count(t % 3 == 0) + __syncthreads_and(t < 96) + __syncthreads_or(t > 95);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void KeepsArrays(int* out, const int* in) {
  const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  int mine[5] = {t, t + 1, t + 2, t + 3, t + 4};
  mine[in[t % 64] % 5] = -7;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum = sum * 3 + mine[(i + t) % 5];
  out[t] = sum + threads;
}

// A truth value is a bit of a vector, but a byte where it is kept.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void KeepsTruths(int* out, const int* in) {
  __shared__ int sum[128];
  const int t = threadIdx.x;
  const bool large = in[t] > 50, odd = in[t] % 2;
  sum[t] = in[t];
  __syncthreads();
  if (large) sum[t] += 1000;
  __syncthreads();
  out[t] = (odd ? sum[127 - t] : -sum[127 - t]) + large;
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void Exchanges(unsigned* out) {
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y, lane = t % 32;
  unsigned sum = t;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  const unsigned any = __shfl_sync(~0u, t * 3, (lane * 7 + 3) % 32);
  const unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
  const unsigned votes = __ballot_sync(half, t % 3 == 0) + __any_sync(~0u, lane == 5) + __all_sync(~0u, lane < 31);
  out[t] = sum ^ any * 5 ^ votes * 11 ^ __match_any_sync(~0u, t % 4) * 3 ^ __reduce_add_sync(~0u, t);
}

// Lanes that have left do not answer; who asks them keeps its own value.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void AsksThoseWhoLeft(int* out) {
  const int t = threadIdx.x;
  if (t >= 20) return;
  out[t] = __shfl_down_sync(~0u, t * 2, 8);
}

// expect: runs on fibers: it waits at `__syncthreads` (warps.cu:220); it cannot run as whole warps, because threads of one warp may take different ways between two meetings
__global__ void MeetsInTwoPlaces(int* out) {
  if (threadIdx.x % 2) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = out[threadIdx.x + 1] + 1;
  }
}

std::vector<int> Run(int count, const std::vector<int>& in, const std::function<void(int*, int*)>& launch) {
  int *out, *from;
  cudaMalloc(&out, count * sizeof(int));
  cudaMalloc(&from, in.size() * sizeof(int));
  cudaMemset(out, 0x55, count * sizeof(int));
  cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  launch(out, from);
  std::vector<int> result(count);
  const cudaError_t error = cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error)), ++failures;
  cudaFree(out);
  cudaFree(from);
  return result;
}

int Untouched() { return 0x55555555; }

int main() {
  std::vector<int> in(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;

  for (int threads : {1, 7, 33, 100}) {
    const auto out = Run(threads + 5, in, [&](int* o, int* i) { WrapsBelowZero<<<1, threads>>>(o, i, 5); });
    for (int t = 0; t < threads; ++t) EXPECT(out[t] == (t >= 5 ? in[t - 5] : -1));
    for (int t = threads; t < threads + 5; ++t) EXPECT(out[t] == Untouched());
  }

  const auto quotients = Run(77, in, [](int* o, int* i) { DividesWherePossible<<<1, 77>>>(o, i); });
  for (int t = 0; t < 77; ++t) EXPECT(quotients[t] == (in[t] ? 1000 / in[t] + 1000 % in[t] : -1));

  const auto part = Run(1024, in, [](int* o, int* i) { StopsAtTheEnd<<<10, 128>>>(o, i, 1024); });
  for (int t = 0; t < 1024; ++t) EXPECT(part[t] == (in[t] % 3 == 0 ? in[t] : Untouched()));

  const auto left = Run(64, in, [](int* o, int* i) { LeavesOneByOne<<<1, 64>>>(o, i); });
  for (int t = 0; t < 64; ++t) {
    int steps = 0, last = -1, i = 0;
    for (; i < in[t]; ++i) {
      if (i == 7) continue;
      last = i * 10 + t;
      if (++steps == 20) break;
    }
    EXPECT(left[t] == last * 1000 + i);
  }

  const auto joined = Run(64, in, [](int* o, int* i) { cudaMemset(o, 0, 256), JoinsLate<<<1, 64>>>(o, i, 3); });
  for (int t = 0; t < 64; ++t) {
    const int own = t % 3 == 2 ? (in[t] % 2 ? 1 : 6) + 9 : (in[t] % 5 < 2 ? 2 : 7) + 10;
    EXPECT(joined[t] == own + (t % 3 == 2 ? 10 : 3) * 1000);
  }

  const auto wrapped = Run(64, in, [](int* o, int*) { cudaMemset(o, 0, 256), WrapsWithASign<<<1, 64>>>(o, 0x7ffffff0u, 0, 5); });
  for (int t = 0; t < 64; ++t) EXPECT(wrapped[t] == (t >= 16));

  const auto places = Run(300, {0, 0}, [](int* o, int* counters) {
    TakesPlaces<<<3, 100>>>(o, counters, counters + 1);
    cudaMemcpy(o + 298, counters, 8, cudaMemcpyDeviceToDevice);
  });
  std::vector<bool> taken(300);
  for (int i = 0; i < 200; ++i) {
    EXPECT(places[i] >= 0 && places[i] < 300 && places[i] % 3 != 1 && !taken[places[i]]);
    taken[places[i]] = true;
  }
  EXPECT(places[298] == 200 && places[299] == 299 * 300 / 2);

  for (int few : {0, 5, 32, 40, 1000})
    for (int threads : {7, 64, 100}) {
      const auto sums = Run(101, in, [&](int* o, int* i) {
        cudaMemset(o, 0, 101 * sizeof(int));
        AddsToFewPlaces<<<1, threads>>>(o, i, few);
      });
      std::vector<int> right(101);
      for (int t = 0; t < threads; ++t) right[few ? t / few : in[t]] += t + 1 - in[t] % 2;
      EXPECT(sums == right);
    }

  const auto rounds = Run(64, {0}, [](int* o, int*) { LeavesBetweenBarriers<<<1, 64>>>(o); });
  std::vector<int> mine(64), expected(64), shown(64);
  std::vector<bool> gone(64);
  for (int t = 0; t < 64; ++t) mine[t] = t;
  for (int round = 0; round < 8; ++round) {
    for (int t = 0; t < 64; ++t)
      if (!gone[t]) shown[t] = mine[t];
    for (int t = 0; t < 64; ++t) {
      if (gone[t]) continue;
      mine[t] += shown[(t + 1) % 64];
      if (t % 8 == round && t < 40) gone[t] = true, expected[t] = mine[t];
    }
  }
  for (int t = 0; t < 64; ++t) EXPECT(rounds[t] == (gone[t] ? expected[t] : -mine[t]));

  const auto one_warp = Run(96, {0}, [](int* o, int*) { OneWarpWorks<<<1, 96>>>(o); });
  for (int t = 0; t < 96; ++t) {
    const int other = 95 - t;
    EXPECT(one_warp[t] == other + (other / 32 == 1 ? (other - 32) * 100 : 0) + 32 + 1 + 0);
  }

  for (const dim3 block : {dim3(1), dim3(7), dim3(33), dim3(8, 8), dim3(16, 16), dim3(16, 3), dim3(5, 7, 3), dim3(16, 4, 2),
                           dim3(1, 64), dim3(32, 4), dim3(1024)}) {
    const int threads = block.x * block.y * block.z;
    const auto out = Run(threads, in, [&](int* o, int* i) { KeepsArrays<<<1, block>>>(o, i); });
    for (int t = 0; t < threads; ++t) {
      int array[5] = {t, t + 1, t + 2, t + 3, t + 4}, sum = 0;
      array[in[t % 64] % 5] = -7;
      for (int i = 0; i < 5; ++i) sum = sum * 3 + array[(i + t) % 5];
      EXPECT(out[t] == sum + threads);
    }
  }

  for (const dim3 block : {dim3(1), dim3(7), dim3(33), dim3(96), dim3(8, 8), dim3(16, 16), dim3(5, 7, 3), dim3(64, 2, 3), dim3(1000)}) {
    const int threads = block.x * block.y * block.z, width = block.x;
    const auto out = Run(threads, {0}, [&](int* o, int*) { WorksUpToALimit<<<1, block>>>(o); });
    std::vector<int> sum(threads);
    for (int t = 0; t < threads; ++t) sum[t] = t + 1;
    int rounds = 0;
    for (int left = width; left > 1; left = (left + 1) / 2, ++rounds)
      for (int t = 0; t < threads; ++t)
        if (t % width < left - (left + 1) / 2) sum[t] += sum[t + (left + 1) / 2];
    for (int from = threads; from > 0; from /= 3)
      for (int t = from; t < threads; ++t) sum[t] += 1000;
    for (int t = 0; t < threads; ++t)
      EXPECT(out[t] == (t % width > 4 ? sum[t] : sum[t - t % width] * rounds + std::max(0, threads - 41)));
  }

  for (int threads : {1, 3, 32, 40, 64, 100}) {
    const auto out = Run(threads * 2, in, [&](int* o, int* i) { TakesTheFirstLanes<<<2, threads>>>(o, i); });
    for (int t = 0; t < threads * 2; ++t) {
      const int x = t % threads;
      int mine = (x < 8 ? in[t] * 2 : 0) + (x <= 36 ? 5 : 0) + (x != 0 ? 100 : 0);
      if (x % 7 == 1 && x < 21) mine += x / 7 + in[t];
      EXPECT(out[t] == (x > 35 ? in[t] : x < 4 ? mine + (x == 0 ? 7000 : 0) : mine + 1));
    }
  }

  const auto truths = Run(128, in, [](int* o, int* i) { KeepsTruths<<<1, 128>>>(o, i); });
  for (int t = 0; t < 128; ++t) {
    const int other = in[127 - t] + (in[127 - t] > 50 ? 1000 : 0);
    EXPECT(truths[t] == (in[t] % 2 ? other : -other) + (in[t] > 50));
  }

  for (const dim3 block : {dim3(64), dim3(16, 4), dim3(8, 8), dim3(32, 2)}) {
    const auto out = Run(64, {0}, [&](int* o, int*) { Exchanges<<<1, block>>>(reinterpret_cast<unsigned*>(o)); });
    for (unsigned t = 0; t < 64; ++t) {
      const unsigned lane = t % 32, first = t - lane;
      unsigned sum = 0, ballot = 0, match = 0;
      for (unsigned l = 0; l < 32; ++l) {
        sum += first + l;
        if ((first + l) % 3 == 0 && l / 16 == lane / 16) ballot |= 1u << l;
        if ((first + l) % 4 == t % 4) match |= 1u << l;
      }
      const unsigned any = (first + (lane * 7 + 3) % 32) * 3, votes = ballot + 1 + 0;
      EXPECT(static_cast<unsigned>(out[t]) == (sum ^ any * 5 ^ votes * 11 ^ match * 3 ^ sum));
    }
  }

  const auto asked = Run(20, {0}, [](int* o, int*) { AsksThoseWhoLeft<<<1, 32>>>(o); });
  for (int t = 0; t < 20; ++t) EXPECT(asked[t] == (t + 8 < 20 ? (t + 8) * 2 : t * 2));

  const auto two = Run(64, {0}, [](int* o, int*) { MeetsInTwoPlaces<<<1, 64>>>(o); });
  for (int t = 0; t < 64; ++t) EXPECT(two[t] == (t % 2 ? 1 : 2));

  if (failures == 0) printf("ok\n");
  return failures != 0;
}
