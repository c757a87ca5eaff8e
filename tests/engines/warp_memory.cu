// Memory through which threads pass on values: volatile, atomic, compared and swapped. The lanes of a warp are in step, and
// of those that want one word, each gets it in turn (`--engine warps`).

#include <cstdio>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) {     \
    printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    ++failures;           \
  }
int failures = 0;

// The last steps of a sum without barriers, as it was written before `__syncwarp`.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void SumsInStep(int* out, const int* in) {
  __shared__ volatile int sums[64];
  const unsigned t = threadIdx.x;
  sums[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    sums[t] += sums[t + 32];
    for (unsigned half = 16; half > 0; half /= 2) sums[t] += sums[t + half];
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void RotatesInStep(volatile int* words) {
  const unsigned t = threadIdx.x + blockDim.x * threadIdx.y;
  for (int round = 0; round < 3; ++round) {
    const int next = words[t / 32 * 32 + (t + 1) % 32];
    words[t] = next + 1;
  }
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void KeepsAVolatileLocal(int* out, const int* in) {
  volatile int mine[2] = {in[threadIdx.x], 7};
  if (mine[0] % 2) mine[1] = mine[0];
  out[threadIdx.x] = mine[mine[0] % 3 == 0];
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void SetsOnce(int* out, int* words) {
  const int t = threadIdx.x;
  out[t] = atomicCAS(&words[t % 5], 0, t + 1);
}

// Each lane tries until no other has been faster.
__device__ void AddByHand(unsigned long long* word, double value) {
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void AddsByHand(unsigned long long* words, int words_count) {
  __shared__ unsigned long long own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  if (threadIdx.x % 3) AddByHand(&words[threadIdx.x % words_count], threadIdx.x);
  AddByHand(&own, 1);
  __syncthreads();
  if (threadIdx.x == 0) AddByHand(&words[words_count], __longlong_as_double(own));
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void FindsTheGreatest(float* greatest, const int* in) {
  const float mine = static_cast<float>(in[blockIdx.x * blockDim.x + threadIdx.x]);
  int* word = reinterpret_cast<int*>(greatest);
  int old = *word, assumed;
  while (__int_as_float(old) < mine) {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(mine));
    if (old == assumed) break;
  }
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void CountsRound(unsigned* out, unsigned* counters) {
  out[threadIdx.x] = atomicInc(&counters[0], 6) + 100 * atomicDec(&counters[1], 4);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void StoresAtomically(int* out, int* words) {
  const int t = threadIdx.x;
  __atomic_store_n(&words[t / 2], t, __ATOMIC_RELEASE);
  __syncwarp();
  out[t] = __atomic_load_n(&words[(t ^ 2) / 2], __ATOMIC_ACQUIRE) + __atomic_load_n(&words[0], __ATOMIC_RELAXED) * 1000;
}

// The lane that has the lock must go on alone.
// expect: runs on fibers: a loop waits for another thread (warp_memory.cu:99); it cannot run as whole warps, because a loop waits for another thread
__global__ void TakesTurns(int* lock, int* count) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      *count += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

// Reads the lock before it tries, and leaves without it: a wait, although it looks like a retry.
// expect: runs on fibers: a loop waits for another thread (warp_memory.cu:113); it cannot run as whole warps, because a loop waits for another thread
__global__ void LooksBeforeItTries(int* lock, int* count) {
  int seen;
  do {
    seen = *static_cast<volatile int*>(lock);
  } while (seen != 0 || atomicCAS(lock, seen, 1) != seen);
  atomicAdd(count, 1);
  atomicExch(lock, 0);
}

template <class T>
T* OnDevice(const std::vector<T>& values) {
  T* data;
  cudaMalloc(&data, values.size() * sizeof(T));
  cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return data;
}

template <class T>
std::vector<T> FromDevice(const T* data, size_t count) {
  std::vector<T> values(count);
  const cudaError_t error = cudaMemcpy(values.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error)), ++failures;
  return values;
}

int main() {
  std::vector<int> numbers(256);
  for (int i = 0; i < 256; ++i) numbers[i] = i * 37 % 101;
  const int* in = OnDevice(numbers);

  int* sums = OnDevice(std::vector<int>(4));
  SumsInStep<<<4, 64>>>(sums, in);
  for (int block = 0; block < 4; ++block) {
    int sum = 0;
    for (int t = 0; t < 64; ++t) sum += numbers[block * 64 + t];
    EXPECT(FromDevice(sums, 4)[block] == sum);
  }

  for (const dim3 block : {dim3(96), dim3(8, 8), dim3(16, 6)}) {
    int* words = OnDevice(numbers);
    RotatesInStep<<<1, block>>>(words);
    const auto rotated = FromDevice(words, 96);
    for (unsigned t = 0; t < block.x * block.y; ++t) EXPECT(rotated[t] == numbers[t / 32 * 32 + (t + 3) % 32] + 3);
  }

  int* out = OnDevice(std::vector<int>(256));
  KeepsAVolatileLocal<<<1, 100>>>(out, in);
  const auto kept = FromDevice(out, 100);
  for (int t = 0; t < 100; ++t) EXPECT(kept[t] == (numbers[t] % 3 ? numbers[t] : numbers[t] % 2 ? numbers[t] : 7));

  int* words = OnDevice(std::vector<int>(5));
  SetsOnce<<<1, 70>>>(out, words);
  const auto found = FromDevice(out, 70), set = FromDevice(words, 5);
  for (int w = 0; w < 5; ++w) EXPECT(set[w] > 0 && (set[w] - 1) % 5 == w && found[set[w] - 1] == 0);
  for (int t = 0; t < 70; ++t) EXPECT(found[t] == (set[t % 5] == t + 1 ? 0 : set[t % 5]));

  unsigned long long* added = OnDevice(std::vector<unsigned long long>(8));
  AddsByHand<<<3, 100>>>(added, 7);
  double right[8] = {0, 0, 0, 0, 0, 0, 0, 300};
  for (int t = 0; t < 100; ++t) right[t % 7] += t % 3 ? 3 * t : 0;
  for (int w = 0; w < 8; ++w) EXPECT(FromDevice(reinterpret_cast<double*>(added), 8)[w] == right[w]);

  float* greatest = OnDevice(std::vector<float>{-1});
  FindsTheGreatest<<<2, 80>>>(greatest, in);
  EXPECT(FromDevice(greatest, 1)[0] == 100);

  unsigned *rounds = OnDevice(std::vector<unsigned>(64)), *counters = OnDevice(std::vector<unsigned>{0, 0});
  CountsRound<<<1, 64>>>(rounds, counters);
  std::vector<int> up(7), down(5);
  for (unsigned each : FromDevice(rounds, 64)) ++up[each % 100], ++down[each / 100];
  for (int i = 0; i < 7; ++i) EXPECT(up[i] == 64 / 7 + (i < 64 % 7));
  for (int i = 0; i < 5; ++i) EXPECT(down[i] == 64 / 5 + (i != 1));

  int* pairs = OnDevice(std::vector<int>(16));
  StoresAtomically<<<1, 32>>>(out, pairs);
  const auto stored = FromDevice(out, 32);
  for (int t = 0; t < 32; ++t) EXPECT(stored[t] == ((t ^ 2) | 1) + 1000);

  int *lock = OnDevice(std::vector<int>{0}), *count = OnDevice(std::vector<int>{0});
  TakesTurns<<<2, 50>>>(lock, count);
  LooksBeforeItTries<<<2, 50>>>(lock, count);
  EXPECT(FromDevice(count, 1)[0] == 200);

  if (failures == 0) printf("ok\n");
  return failures != 0;
}
