// The active lanes. Two calls of one function are two places: lanes that took another path are not with those that ask,
// however deep in calls, loops and recursion the question is.

#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kWarps = 2, kThreads = 32 * kWarps, kCases = 16, kRounds = 4;

// Lanes may answer one another only if their tags are equal.
struct Answer {
  unsigned mask;
  int tag;
};

__device__ __noinline__ unsigned ask() { return __activemask(); }
__device__ __forceinline__ unsigned ask_inline() { return __activemask(); }
__device__ __noinline__ unsigned ask_by_vote() { return __ballot_sync(__activemask(), 1); }
__device__ __noinline__ unsigned ask_by_match(int value) { return __match_any_sync(__activemask(), value); }
__device__ __noinline__ unsigned ask_by_group() {
  cg::coalesced_group here = cg::coalesced_threads();
  return here.ballot(1) << 0 | (here.size() == 0);
}
__device__ __noinline__ unsigned deeper() { return ask(); }
__device__ __noinline__ unsigned deepest(int way) { return way ? deeper() : ask(); }
template <int Way>
__device__ __noinline__ unsigned by_template() {
  return ask() + 0 * Way;
}
__device__ __noinline__ unsigned recurse(int depth) {
  if (depth == 0) return __activemask();
  return recurse(depth - 1);
}
__device__ __noinline__ unsigned leaves_early(int lane) {
  if (lane % 4 == 1) return ask();
  if (lane % 4 == 2) return ask();
  return ask();
}
__device__ __noinline__ bool holds(unsigned* mask) { return (*mask = ask()) != 0; }
struct Shape {
  __device__ virtual unsigned here() const = 0;
};
struct Round : Shape {
  __device__ unsigned here() const override { return ask(); }
};
struct Flat : Shape {
  __device__ unsigned here() const override { return ask(); }
};

__global__ void all_ways(Answer* out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Answer* a = out + threadIdx.x * kCases;
  int n = 0;
  auto note = [&](unsigned mask, int tag) { a[n].mask = mask, a[n].tag = tag, ++n; };
  unsigned mask;

  if (lane % 2) mask = ask(); else mask = ask();
  note(mask, lane % 2);
  __syncwarp();
  if (lane < 10) mask = ask_inline(); else mask = ask_inline();
  note(mask, lane < 10);
  __syncwarp();
  if (lane % 3 == 0) mask = deeper(); else if (lane % 3 == 1) mask = deepest(1); else mask = deepest(0);
  note(mask, lane % 3);
  __syncwarp();
  mask = lane & 4 ? ask() : ask();
  note(mask, (lane & 4) != 0);
  __syncwarp();
  switch (lane % 5) {
    case 0: mask = ask(); break;
    case 1: mask = deeper(); break;
    case 2: mask = ask(); break;
    default: mask = ask();
  }
  note(mask, lane % 5 > 3 ? 3 : lane % 5);
  __syncwarp();
  mask = recurse(lane % 4);
  note(mask, lane % 4);
  __syncwarp();
  mask = leaves_early(lane);
  note(mask, lane % 4 == 1 ? 1 : lane % 4 == 2 ? 2 : 0);
  __syncwarp();
  // The lanes of the left side never reach the right one.
  unsigned left = 0, right = 0;
  if ((lane % 2 && holds(&left)) || holds(&right)) mask = left | right;
  note(mask, lane % 2);
  __syncwarp();
  unsigned (*way)() = lane % 2 ? &ask : &deeper;
  if (lane < 16) mask = way(); else mask = way();
  note(mask, lane % 2 + 2 * (lane < 16));
  __syncwarp();
  Round round;
  Flat flat;
  const Shape& shape = lane % 2 ? (const Shape&)round : (const Shape&)flat;
  mask = shape.here();
  note(mask, lane % 2);
  __syncwarp();
  auto ask_twice = [](bool first) { return first ? ask() : ask(); };
  mask = lane % 8 < 3 ? ask_twice(true) : ask_twice(false);
  note(mask, lane % 8 < 3);
  __syncwarp();
  if (lane % 2) mask = by_template<0>(); else mask = by_template<1>();
  note(mask, lane % 2);
  __syncwarp();
  if (lane % 2) mask = ask_by_vote(); else mask = ask_by_vote();
  note(mask, lane % 2);
  __syncwarp();
  if (lane % 2) mask = ask_by_match(lane % 4); else mask = ask_by_match(lane % 4);
  note(mask, lane % 4);
  __syncwarp();
  // A group numbers its own threads, from 0.
  unsigned members = lane < 20 ? ask_by_group() : ask_by_group();
  mask = 0;
  for (int rank = 0, other = 0; other < 32; ++other)
    if ((lane < 20) == (other < 20)) mask |= (members >> rank++ & 1) << other;
  note(mask, lane < 20);
  __syncwarp();
  if (warp == 0) mask = ask(); else mask = deeper();
  note(mask, 0);
}

// Lane k asks from iteration k % kRounds on: lanes in an earlier iteration are not with it.
__global__ void in_rounds(Answer* out) {
  const int lane = threadIdx.x % 32;
  for (int round = 0; round < kRounds; ++round) {
    Answer& a = out[threadIdx.x * kRounds + round];
    a.mask = 0, a.tag = -1;
    if (round < lane % kRounds) continue;
    a.mask = ask();
    a.tag = round;
  }
}

// The lanes of a warp that increment one counter do so by one atomic.
__device__ __noinline__ int take_slot(int* counter) {
  cg::coalesced_group here = cg::coalesced_threads();
  int first = 0;
  if (here.thread_rank() == 0) first = atomicAdd(counter, (int)here.size());
  return here.shfl(first, 0) + (int)here.thread_rank();
}
__device__ __noinline__ int take_slot_by_mask(int* counter) {
  const unsigned mask = __activemask();
  const int lane = threadIdx.x % 32, leader = __ffs(mask) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(counter, __popc(mask));
  return __shfl_sync(mask, first, leader) + __popc(mask & ((1u << lane) - 1));
}
__global__ void sort_out(const int* values, int n, int* counters, int* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int v = values[i];
    if (v % 3 == 0)
      out[take_slot(counters)] = v;
    else if (v % 3 == 1)
      out[n + take_slot(counters + 1)] = v;
    else
      out[2 * n + take_slot_by_mask(counters + 2)] = v;
    for (int k = 0; k < v % 5; ++k) out[(3 + k) * n + take_slot_by_mask(counters + 3 + k)] = v;
  }
}

int wrong;
void look(const char* what, int number, const Answer* answers, int stride, int thread) {
  const int warp = thread / 32 * 32, lane = thread % 32;
  const Answer& mine = answers[thread * stride];
  if (mine.tag < 0) return;
  unsigned allowed = 0;
  for (int other = 0; other < 32; ++other)
    if (answers[(warp + other) * stride].tag == mine.tag) allowed |= 1u << other;
  bool good = (mine.mask & ~allowed) == 0 && (mine.mask >> lane & 1);
#ifdef __LOCKSTEP__
  good &= mine.mask == allowed;
#endif
  if (!good && ++wrong < 20) printf("%s %d, thread %d: 0x%08x of 0x%08x\n", what, number, thread, mine.mask, allowed);
}

int main() {
  Answer *ways, *rounds;
  cudaMallocManaged(&ways, kThreads * kCases * sizeof *ways), cudaMallocManaged(&rounds, kThreads * kRounds * sizeof *rounds);
  all_ways<<<1, kThreads>>>(ways);
  in_rounds<<<1, kThreads>>>(rounds);
  cudaDeviceSynchronize();
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int i = 0; i < kCases; ++i) look("way", i, ways + i, kCases, thread);
    for (int i = 0; i < kRounds; ++i) look("round", i, rounds + i, kRounds, thread);
  }

  const int n = 1500;
  int *values, *counters, *out;
  cudaMallocManaged(&values, n * 4), cudaMallocManaged(&counters, 7 * 4), cudaMallocManaged(&out, 7 * n * 4);
  for (int i = 0; i < n; ++i) values[i] = i * 37 % n;
  for (int i = 0; i < 7; ++i) counters[i] = 0;
  for (int i = 0; i < 7 * n; ++i) out[i] = -1;
  sort_out<<<4, 96>>>(values, n, counters, out);
  cudaDeviceSynchronize();
  for (int k = 0; k < 7; ++k) {
    static bool seen[n];
    int should = 0;
    for (int v = 0; v < n; ++v) should += k < 3 ? v % 3 == k : v % 5 > k - 3, seen[v] = false;
    for (int i = 0; i < n; ++i) {
      const int v = out[k * n + i];
      if (v < 0) continue;
      if (i >= should || seen[v]) ++wrong;
      seen[v] = true;
    }
    int got = 0;
    for (bool one : seen) got += one;
    if (counters[k] != should || got != should) ++wrong, printf("counter %d: %d, %d values of %d\n", k, counters[k], got, should);
  }
  if (wrong) return printf("%d wrong\n", wrong), 1;
  printf("ok\n");
}
