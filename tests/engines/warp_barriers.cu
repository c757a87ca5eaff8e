// Code that a compiler would like to move over a barrier, to merge or to repeat, and that must stay where it is; and values that
// lanes bring along when they part or come together. Threads that meet at barriers read what those of other warps have written
// before, and nothing that they write later.

#include <cstdio>

#define EXPECT(condition) \
  if (!(condition)) {     \
    printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    ++failures;           \
  }
int failures = 0;

constexpr int kThreads = 96;

// Each of the loads looks like the one before it.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void ReadsAgain(int* out) {
  __shared__ int word;
  const int t = threadIdx.x;
  if (t == 95) word = 5;
  __syncthreads();
  const int before = word;
  __syncthreads();
  if (t == 40) word = 7;
  __syncthreads();
  const int between = word;
  __syncthreads();
  if (t == 0) word = 11;
  __syncthreads();
  out[t] = before + 100 * between + 10000 * word;
}

// The first store looks unused: the thread itself overwrites it.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WritesTwice(int* out) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x, other = kThreads - 1 - t;
  words[t] = t + 1;
  __syncthreads();
  const int first = words[other];
  __syncthreads();
  words[t] = 2 * t;
  __syncthreads();
  out[t] = first * 1000 + words[other];
}

// Lanes that part come together at a value that is the same on each of their ways, but not the same for all of them, after a
// loop on one side and a branch on the other.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void KeepsWhatItsSideGave(int* out, const int* in, int value) {
  const int t = threadIdx.x;
  int side = -4, sum = in[t];
  if (in[t] > in[kThreads + t]) {
    int round = 0;
    const int rounds = t * 77 & 7;
    do side |= __clz(value);
    while (++round < rounds);
  } else {
    float part = 1.5f;
    if (in[t] & 1)
      sum += t;
    else
      part = part * 0.5f + static_cast<float>(in[t] & 255);
    sum ^= __float_as_int(part);
  }
  __syncthreads();
  out[t] = side;
  if (sum == 12345678) out[t] = 0;
}

// The load belongs after the loop; lanes that leave it have the round that they were in, not the next one.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void LeavesWithItsRound(int* out, const int* in, int* seen, int value) {
  const int t = threadIdx.x;
  int last = 0;
  unsigned round = 0;
  const unsigned rounds = t & 7;
  do {
    if (94 * (t + value) >= 0) seen[t] = 3;
    const int* from = in + t;
    if (in[t] % 5 <= static_cast<int>(round)) from += 2;
    last = from[6];
  } while (++round < rounds);
  out[t] = last;
}

// Both sides end alike, and the loads after the two barriers are the same one.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WaitsOnBothSides(int* out, int side) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x, other = kThreads - 1 - t;
  int sum = 0;
  if (side == static_cast<int>(blockIdx.x)) {
    words[t] = t;
    __syncthreads();
    sum += words[other];
  } else {
    words[other] = t * 3;
    __syncthreads();
    sum += words[other];
  }
  out[blockIdx.x * kThreads + t] = sum;
}

// One load of a loop looks the same in each round, the rounds are known in number, and a condition is the same in all of them.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WaitsInRounds(int* out, int waits_twice) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x;
  int sum = 0;
  words[t] = t;
  for (int round = 0; round < 4; ++round) {
    __syncthreads();
    sum += words[kThreads - 1] + words[(t + 33) % kThreads];
    if (waits_twice) __syncthreads();
    const int mine = words[t];
    __syncthreads();
    words[t] = mine + round;
  }
  out[t] = sum;
}

__device__ int Exchanged(int* words, int mine) {
  words[threadIdx.x] = mine;
  __syncthreads();
  const int got = words[kThreads - 1 - threadIdx.x];
  __syncthreads();
  return got;
}

// Two calls with the same arguments, and memory that is not shared.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WaitsInACall(int* out, int* data) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x;
  const int a = Exchanged(words, t), b = Exchanged(words, t);
  data[t] = a + b;
  __syncthreads();
  const int far = data[kThreads - 1 - t];
  __syncthreads();
  data[t] = 0;
  out[t] = far;
}

// The next round depends on what all threads have said at the barrier.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void GoesOnWhileAnyWants(int* out) {
  const int t = threadIdx.x;
  int rounds = 0;
  while (__syncthreads_or(rounds < t % 7)) ++rounds;
  out[t] = rounds;
}

// What is before the loop's first barrier is at the end of each round, too.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void SharesCode(int* out, int rounds) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x;
  int sum = 0, own = t;
  for (int round = 0; round < rounds; ++round) {
    words[t] = own * 3 + round + sum % 7;
    __syncthreads();
    sum += words[(t + 5) % kThreads];
    __syncthreads();
    own += t + round;
  }
  out[t] = sum + own * 5;
}

// The same, but of some rounds without barriers.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void WaitsInSomeRounds(int* out, int rounds, int every) {
  __shared__ int words[kThreads];
  const int t = threadIdx.x;
  int sum = 0, own = t;
  for (int round = 0; round < rounds; ++round) {
    words[t] = own * 3 + round + sum % 7;
    if (round % every == 0) {
      __syncthreads();
      sum += words[(t + 5) % kThreads];
      __syncthreads();
    }
    own += t + round;
  }
  out[t] = sum + own * 5;
}

int ExpectedOfRounds(int thread, int rounds, int every) {
  int sums[kThreads] = {}, own[kThreads], words[kThreads];
  for (int t = 0; t < kThreads; ++t) own[t] = t;
  for (int round = 0; round < rounds; ++round) {
    for (int t = 0; t < kThreads; ++t) words[t] = own[t] * 3 + round + sums[t] % 7;
    for (int t = 0; t < kThreads; ++t) {
      if (round % every == 0) sums[t] += words[(t + 5) % kThreads];
      own[t] += t + round;
    }
  }
  return sums[thread] + own[thread] * 5;
}

// Short regions, of which those of the last levels are parts of one vector: of blocks of full warps in a row, and of others.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void AddsInATree(int* out) {
  __shared__ int part[512];
  const int t = threadIdx.x;
  part[t] = t < blockDim.x ? t * t + blockIdx.x : 0;
  part[t + 256] = 0;
  for (int s = 256; s > 0; s /= 2) {
    __syncthreads();
    if (t < s && t + s < 512 && t + s < blockDim.x) part[t] += part[t + s];
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void AddsFromTheEnd(double* out) {
  extern __shared__ double parts[];
  const int t = threadIdx.x, last = blockDim.x - 1;
  parts[last - t] = t + 0.5;
  for (int s = 64; s > 0; s /= 2) {
    __syncthreads();
    if (t < s && t + s <= last) parts[last - t] = parts[last - t] + parts[last - t - s];
  }
  __syncthreads();
  out[t] = parts[last];
}

int main() {
  int *out, *data;
  cudaMallocManaged(&out, 2 * kThreads * sizeof(int));
  cudaMallocManaged(&data, kThreads * sizeof(int));

  ReadsAgain<<<1, kThreads>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == 110705);

  WritesTwice<<<1, kThreads>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == (kThreads - t) * 1000 + 2 * (kThreads - 1 - t));

  int* parted;
  cudaMallocManaged(&parted, 2 * kThreads * sizeof(int));
  for (int t = 0; t < kThreads; ++t) {
    parted[t] = t;
    parted[kThreads + t] = t % 5 == 3 ? t - 1 : t + 1;
  }
  KeepsWhatItsSideGave<<<1, kThreads>>>(out, parted, 6);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == (t % 5 == 3 ? -3 : -4));

  for (int t = 0; t < 2 * kThreads; ++t) parted[t] = 5 * t + t % 4;
  LeavesWithItsRound<<<1, kThreads>>>(out, parted, data, 6);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) {
    const int round = t % 8 == 0 ? 0 : t % 8 - 1;
    EXPECT(out[t] == parted[t + (t % 4 <= round ? 8 : 6)]);
  }

  WaitsOnBothSides<<<2, kThreads>>>(out, 1);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == 3 * t);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[kThreads + t] == kThreads - 1 - t);

  for (int twice = 0; twice < 2; ++twice) {
    WaitsInRounds<<<1, kThreads>>>(out, twice);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < kThreads; ++t) {
      int sum = 0;
      for (int round = 0, added = 0; round < 4; added += round++) sum += kThreads - 1 + (t + 33) % kThreads + 2 * added;
      EXPECT(out[t] == sum);
    }
  }

  WaitsInACall<<<1, kThreads>>>(out, data);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == 2 * t);
  for (int t = 0; t < kThreads; ++t) EXPECT(data[t] == 0);

  GoesOnWhileAnyWants<<<1, kThreads>>>(out);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == 6);

  for (int rounds : {0, 1, 2, 7}) {
    SharesCode<<<1, kThreads>>>(out, rounds);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == ExpectedOfRounds(t, rounds, 1));
    for (int every : {1, 3}) {
      WaitsInSomeRounds<<<1, kThreads>>>(out, rounds, every);
      EXPECT(cudaDeviceSynchronize() == cudaSuccess);
      for (int t = 0; t < kThreads; ++t) EXPECT(out[t] == ExpectedOfRounds(t, rounds, every));
    }
  }

  double* sums;
  cudaMallocManaged(&sums, 128 * sizeof(double));
  for (int threads : {1, 2, 7, 31, 32, 33, 64, 96, 100, 128}) {
    AddsInATree<<<3, threads>>>(out);
    AddsFromTheEnd<<<1, threads, threads * sizeof(double)>>>(sums);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    int squares = 0;
    for (int t = 0; t < threads; ++t) squares += t * t;
    for (int block = 0; block < 3; ++block) EXPECT(out[block] == squares + block * threads);
    for (int t = 0; t < threads; ++t) EXPECT(sums[t] == threads * threads / 2.0);
  }

  if (failures == 0) printf("ok\n");
  return failures != 0;
}
