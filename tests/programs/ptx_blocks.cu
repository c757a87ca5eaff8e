// Inline PTX: barriers that some threads only arrive at, threads that exit, state spaces, clusters.
// nvcc flags: -arch=sm_90
#include <cstdint>
#include <cstdio>

constexpr int kTurns = 6;

__device__ void Sync(int barrier, int count) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(count) : "memory"); }
__device__ void Arrive(int barrier, int count) {
  asm volatile("barrier.cta.arrive %0, %1;" ::"r"(barrier), "r"(count) : "memory");
}

// One warp fills two buffers in turns, three others add them up: nobody waits longer than it must.
__global__ void Produce(int* sums) {
  __shared__ int buffers[2][32];
  const int thread = threadIdx.x, lane = thread % 32;
  if (thread < 32) {
    for (int turn = 0; turn < kTurns; ++turn) {
      if (turn >= 2) Sync(3 + turn % 2, 128);
      buffers[turn % 2][lane] = 100 * turn + lane;
      Arrive(1 + turn % 2, 128);
    }
    return;
  }
  int sum = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    Sync(1 + turn % 2, 128);
    sum += buffers[turn % 2][lane];
    if (turn + 2 < kTurns) Arrive(3 + turn % 2, 128);
  }
  sums[thread] = sum;
}

// Each half of the block counts at a barrier of its own.
__global__ void Count(int* counted) {
  const int thread = threadIdx.x, half = thread / 64;
  int number, all, any;
  asm volatile(
      "{\n\t.reg .pred p, q;\n\t"
      "setp.lt.s32 p, %3, 70;\n\t"
      "bar.red.popc.u32 %0, %4, 64, p;\n\t"
      "barrier.cta.red.and.pred q, %4, 64, p;\n\t"
      "selp.s32 %1, 1, 0, q;\n\t"
      "bar.red.or.pred q, %4, 64, !p;\n\t"
      "selp.s32 %2, 1, 0, q;\n\t}"
      : "=r"(number), "=r"(all), "=r"(any)
      : "r"(thread), "r"(half + 5)
      : "memory");
  counted[thread] = number * 4 + all * 2 + any;
}

__device__ __noinline__ void LeaveIf(bool leaves) {
  asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p exit;\n\t}" ::"r"((unsigned)leaves));
}

// Threads that have left count as arrived.
__global__ void Leave(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  LeaveIf(threadIdx.x >= 96);
  atomicAdd(&count, 1);
  asm volatile("bar.sync 0;" ::: "memory");
  LeaveIf(threadIdx.x >= 64);
  atomicAdd(&count, 1);
  asm volatile("barrier.sync 2;" ::: "memory");
  out[threadIdx.x] = count;
}

__constant__ int constant_number;
__device__ int global_number;

#define IS_IN(space, pointer)                                                                                \
  ([](const void* p) {                                                                                       \
    unsigned is;                                                                                             \
    asm("{.reg .pred p; isspacep." space " p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(is) : "l"(p));              \
    return is;                                                                                               \
  }(pointer))

__global__ void Spaces(unsigned* bad, int* data) {
  __shared__ int shared_number;
  extern __shared__ int dynamic[];
  volatile int local_number = 1;
  const void *places[] = {&global_number, &shared_number, &constant_number, (const void*)&local_number};
  for (int i = 0; i < 4; ++i) {
    const unsigned is = IS_IN("global", places[i]) | IS_IN("shared::cta", places[i]) << 1 | IS_IN("const", places[i]) << 2 |
                        IS_IN("local", places[i]) << 3;
    if (is != 1u << i) atomicAdd(bad, 1);
  }
  if (!IS_IN("global", data) || IS_IN("param", data) || !IS_IN("shared::cluster", &shared_number)) atomicAdd(bad, 1);
  unsigned dynamic_size, total, aggregate, fourth, rank, ranks, driver;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic_size));
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(total));
  asm("mov.u32 %0, %%aggr_smem_size;" : "=r"(aggregate));
  asm("mov.u32 %0, %%tid.w;" : "=r"(fourth));
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(ranks));
  asm volatile("mov.b32 %0, %%envreg3;" : "=r"(driver));
  dynamic[0] = shared_number = 0;
  if (dynamic_size != 1000 || total < 1024 || total % 128 || aggregate < total || fourth || rank || ranks != 1 || driver) atomicAdd(bad, 1);
  asm volatile("prefetch.global.L2::evict_normal [%0]; prefetch.local.L1 [%1]; prefetchu.L1 [%0]; pmevent 7;" ::"l"(data),
               "l"(&local_number));
  asm volatile("nanosleep.u32 20;\n\t/* a comment */ pmevent.mask 0x3; // another");
}

// Each block works on the shared memory of the next one in its cluster.
__global__ void __cluster_dims__(4, 1, 1) Cluster(unsigned* bad) {
  __shared__ uint32_t numbers[8];
  __shared__ uint64_t all;
  uint32_t rank, next, where, whose, read;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  next = (rank + 1) % 4;
  const uint32_t here = (uint32_t)__cvta_generic_to_shared(numbers), object = (uint32_t)__cvta_generic_to_shared(&all);
  if (threadIdx.x == 0) {
    for (uint32_t i = 0; i < 8; ++i) numbers[i] = rank * 100 + i;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(object) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(where) : "r"(here), "r"(next));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(whose) : "r"(where));
  if (whose != next) atomicAdd(bad, 1);
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(whose) : "r"(here));
  if (whose != rank) atomicAdd(bad, 1);
  asm volatile("ld.shared::cluster.u32 %0, [%1 + 12];" : "=r"(read) : "r"(where) : "memory");
  if (read != next * 100 + 3) atomicAdd(bad, 1);
  uint64_t generic;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(numbers), "r"(next));
  if (((const uint32_t*)generic)[2] != next * 100 + 2) atomicAdd(bad, 1);
  uint64_t number;
  asm volatile("cvta.to.shared::cluster.u64 %0, %1;" : "=l"(number) : "l"(generic));
  if ((uint32_t)number != where || IS_IN("shared::cta", (const void*)generic) || !IS_IN("shared::cluster", (const void*)generic))
    atomicAdd(bad, 1);
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(where) : "memory");
  if (threadIdx.x < 4)
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(where + 4 * (1 + threadIdx.x)), "r"(rank + 1) : "memory");
  asm volatile(
      "{\n\t.reg .b32 there;\n\tmapa.shared::cluster.u32 there, %0, %1;\n\t"
      "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n\t}" ::"r"(object),
      "r"(next)
      : "memory");
  asm volatile(
      "{\n\t.reg .pred p;\nLOOK:\n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n\t"
      "@!p bra LOOK;\n\t}" ::"r"(object)
      : "memory");
  const uint32_t before = (rank + 3) % 4;
  if (numbers[0] != rank * 100 + 32 || numbers[1] != before + 1 || numbers[4] != before + 1) atomicAdd(bad, 1);
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

// A phase ends when all threads have come and all bytes that were announced are there.
__global__ void Bytes(unsigned* bad, int* out) {
  __shared__ uint64_t barrier;
  __shared__ int value;
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(&barrier), thread = threadIdx.x;
  if (thread == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(at) : "memory");
  __syncthreads();
  for (uint32_t phase = 0; phase < 3; ++phase) {
    if (thread == 0) {
      uint64_t state;
      uint32_t missing, early;
      asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 100;" ::"r"(at) : "memory");
      asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], 4096;" : "=l"(state) : "r"(at) : "memory");
      asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(missing) : "l"(state));
      asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(4u) : "memory");
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");
      asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                   : "=r"(early)
                   : "r"(at), "r"(phase & 1)
                   : "memory");
      if (missing != 2 || early) atomicAdd(bad, 1);
      value = phase * 7 + 5;
      asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 4000;" ::"r"(at) : "memory");
    }
    asm volatile(
        "{\n\t.reg .pred p;\nLOOK:\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t@!p bra LOOK;\n\t}" ::"r"(at),
        "r"(phase & 1)
        : "memory");
    out[thread] = value;
    __syncthreads();
  }
}

int main() {
  int* out;
  unsigned* bad;
  cudaMallocManaged(&out, 128 * sizeof *out);
  cudaMallocManaged(&bad, sizeof *bad);
  int wrong = 0;
#define FINISH(name)                                                                                     \
  if (cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)                                 \
    return printf("%s: %s\n", name, cudaGetErrorString(error)), 1;
#define CHECK_ALL(name, first, end, value)                                                               \
  for (int i = first; i < end; ++i)                                                                      \
    if (out[i] != (value)) printf("%s: %d has %d, not %d\n", name, i, out[i], value), ++wrong;
  Produce<<<1, 128>>>(out);
  FINISH("Produce");
  CHECK_ALL("Produce", 32, 128, 100 * (kTurns * (kTurns - 1) / 2) + kTurns * (i % 32));
  Count<<<1, 128>>>(out);
  FINISH("Count");
  CHECK_ALL("Count", 0, 128, i < 64 ? 64 * 4 + 2 : 6 * 4 + 1);
  for (int i = 0; i < 128; ++i) out[i] = -1;
  Leave<<<1, 128>>>(out);
  FINISH("Leave");
  CHECK_ALL("Leave", 0, 128, i < 64 ? 96 + 64 : -1);
  *bad = 0;
  Spaces<<<1, 1, 1000>>>(bad, out);
  FINISH("Spaces");
  Cluster<<<8, 32>>>(bad);
  FINISH("Cluster");
  Bytes<<<1, 64>>>(bad, out);
  FINISH("Bytes");
  CHECK_ALL("Bytes", 0, 64, 2 * 7 + 5);
  if (*bad) printf("%u wrong\n", *bad);
  wrong += *bad != 0;
  cudaFree(out);
  cudaFree(bad);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
