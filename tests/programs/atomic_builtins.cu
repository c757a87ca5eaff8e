// __nv_atomic_*: every builtin, in all orders and scopes.
#include <cstdio>

template <class Value>
__global__ void Change(Value* x, Value* seen) {
  __nv_atomic_fetch_add(&x[0], Value(1), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_sub(&x[1], Value(2), __NV_ATOMIC_ACQUIRE);
  __nv_atomic_fetch_max(&x[2], Value(threadIdx.x), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_min(&x[3], Value(threadIdx.x), __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  Value old = __nv_atomic_load_n(&x[4], __NV_ATOMIC_RELAXED);
  while (!__nv_atomic_compare_exchange_n(&x[4], &old, old + 3, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED)) {
  }
  if (threadIdx.x != 0) return;
  Value five = 5, six = 6;
  __nv_atomic_store(&x[5], &five, __NV_ATOMIC_RELEASE);
  __nv_atomic_exchange(&x[5], &six, &seen[0], __NV_ATOMIC_RELAXED);
  seen[1] = __nv_atomic_exchange_n(&x[5], Value(7), __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_CLUSTER);
  __nv_atomic_store_n(&x[6], Value(8), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_load(&x[6], &seen[2], __NV_ATOMIC_ACQUIRE);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  Value wrong = 1;
  seen[3] = __nv_atomic_compare_exchange(&x[6], &wrong, &five, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_ACQUIRE);
  seen[4] = wrong;
}

__global__ void Bits(unsigned* x) {
  __nv_atomic_fetch_or(&x[0], 1u << threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_and(&x[1], ~(1u << threadIdx.x), __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_xor(&x[2], threadIdx.x, __NV_ATOMIC_RELAXED);
}

struct Pair {
  int first, second;
};

// Forms without a result, and a type whose alignment is less than its size.
__global__ void Others(int* x, Pair* pair) {
  __nv_atomic_add(&x[0], 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_sub(&x[1], 1, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(&x[2], (int)threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_min(&x[3], (int)threadIdx.x, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_or(&x[4], 1 << threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_and(&x[5], ~(1 << threadIdx.x), __NV_ATOMIC_RELAXED);
  __nv_atomic_xor(&x[6], 3, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  Pair seen, next;
  __nv_atomic_load(pair, &seen, __NV_ATOMIC_RELAXED);
  do {
    next = {seen.first + 1, seen.second - 1};
  } while (!__nv_atomic_compare_exchange(pair, &seen, &next, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED));
}

static int wrong = 0;
template <class Value>
static void Try(const char* type) {
  Value *x, *seen;
  cudaMallocManaged(&x, 7 * sizeof(Value));
  cudaMallocManaged(&seen, 5 * sizeof(Value));
  for (int i = 0; i < 7; ++i) x[i] = Value(i == 1 ? 100 : i == 3 ? 50 : 0);
  Change<<<1, 40>>>(x, seen);
  cudaDeviceSynchronize();
  const int want[] = {40, 20, 39, 0, 120, 7, 8}, want_seen[] = {5, 6, 8, 0, 8};
  for (int i = 0; i < 7; ++i)
    if (x[i] != Value(want[i]) && ++wrong) printf("%s x[%d] is %g\n", type, i, double(x[i]));
  for (int i = 0; i < 5; ++i)
    if (seen[i] != Value(want_seen[i]) && ++wrong) printf("%s seen[%d] is %g\n", type, i, double(seen[i]));
  cudaFree(x), cudaFree(seen);
}

int main() {
  Try<int>("int");
  Try<unsigned>("unsigned");
  Try<unsigned long long>("unsigned long long");
  unsigned* bits;
  cudaMallocManaged(&bits, 3 * sizeof(unsigned));
  bits[0] = 0, bits[1] = ~0u, bits[2] = 0;
  Bits<<<1, 32>>>(bits);
  cudaDeviceSynchronize();
  if (bits[0] != ~0u || bits[1] != 0 || bits[2] != 0) printf("bits %x %x %x\n", bits[0], bits[1], bits[2]), ++wrong;
  cudaFree(bits);
  int* others;
  Pair* pair;
  cudaMallocManaged(&others, 7 * sizeof(int));
  cudaMallocManaged(&pair, sizeof(Pair));
  const int before[] = {0, 0, -1, 40, 0, -1, 0}, after[] = {62, -31, 30, 0, 0x7fffffff, (int)0x80000000, 3};
  for (int i = 0; i < 7; ++i) others[i] = before[i];
  *pair = {0, 0};
  Others<<<1, 31>>>(others, pair);
  cudaDeviceSynchronize();
  for (int i = 0; i < 7; ++i)
    if (others[i] != after[i] && ++wrong) printf("others[%d] is %d\n", i, others[i]);
  if (pair->first != 31 || pair->second != -31) printf("%d %d\n", pair->first, pair->second), ++wrong;
  cudaFree(others), cudaFree(pair);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
