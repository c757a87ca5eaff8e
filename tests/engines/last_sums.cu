// Sums that a kernel's blocks add as the last thing they do are combined (sim/compile/pass/warp/last_sums.h): every one of
// them is in memory when the kernel has ended, and what a thread reads itself was added before.

#include <cstdio>

template <class T>
__global__ void AddsLast(T* out, int places) {
  __shared__ T part[128];
  part[threadIdx.x] = static_cast<T>(threadIdx.x + blockIdx.x);
  for (int s = 64; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) atomicAdd(&out[blockIdx.x % places], part[0]);
}

__global__ void AddsTwice(int* out, float* other) {
  if (threadIdx.x % 32 == 0) {
    atomicAdd(out, static_cast<int>(threadIdx.x));
    atomicAdd(other, 1.0f);
  }
}

__global__ void EveryLaneAdds(float* out) { atomicAdd(out, static_cast<float>(threadIdx.x)); }

// No kernel that reads afterwards may find an old number.
__global__ void ReadsItsSum(int* out, int* seen) {
  if (threadIdx.x == 0) {
    atomicAdd(&out[blockIdx.x / 2], 1);
    seen[blockIdx.x] = out[blockIdx.x / 2];
  }
}

__global__ void ReadsAfterABarrier(int* out, int* seen) {
  if (threadIdx.x == 0) atomicAdd(&out[0], 1);
  __syncthreads();
  seen[blockIdx.x * blockDim.x + threadIdx.x] = out[0];
}

// The last block to arrive adds up what the others left.
__global__ void LastBlockReads(int* sums, int* arrived, int* total) {
  if (threadIdx.x != 0) return;
  atomicAdd(&sums[0], static_cast<int>(blockIdx.x));
  __threadfence();
  if (atomicAdd(arrived, 1) == static_cast<int>(gridDim.x) - 1) *total = sums[0];
}

template <class T>
T* Zeros(int count) {
  T* at;
  cudaMalloc(&at, count * sizeof(T));
  cudaMemset(at, 0, count * sizeof(T));
  return at;
}

int failures = 0;
template <class T>
void Expect(const char* what, const T* at, double expected) {
  T found;
  cudaMemcpy(&found, at, sizeof found, cudaMemcpyDeviceToHost);
  if (static_cast<double>(found) != expected) printf("%s: %g, expected %g\n", what, static_cast<double>(found), expected), ++failures;
}

template <class T>
void TestSums(const char* name) {
  constexpr int kBlocks = 1000;
  for (int places : {1, 2, 300}) {
    T* out = Zeros<T>(places);
    AddsLast<T><<<kBlocks, 128>>>(out, places);
    for (int place = 0; place < places; ++place) {
      double expected = 0;
      for (int block = place; block < kBlocks; block += places) expected += 127 * 64 + 128.0 * block;
      Expect(name, &out[place], expected);
    }
  }
}

int main() {
  TestSums<float>("float");
  TestSums<double>("double");
  TestSums<int>("int");
  TestSums<unsigned long long>("unsigned long long");
  int *whole = Zeros<int>(2000), *seen = Zeros<int>(2000 * 64);
  float* real = Zeros<float>(1);
  AddsTwice<<<500, 64>>>(whole, real);
  Expect("two sums", whole, 500 * 32);
  Expect("the other of two", real, 1000);
  EveryLaneAdds<<<100, 40>>>(real);
  Expect("every lane", real, 1000 + 100 * 39 * 20);
  int* pairs = Zeros<int>(1000);
  ReadsItsSum<<<2000, 32>>>(pairs, seen);
  cudaDeviceSynchronize();
  for (int pair = 0; pair < 1000; ++pair) {
    int both[2];
    cudaMemcpy(both, &seen[2 * pair], sizeof both, cudaMemcpyDeviceToHost);
    if (both[0] < 1 || both[1] < 1 || both[0] > 2 || both[1] > 2) printf("pair %d saw %d and %d\n", pair, both[0], both[1]), ++failures;
  }
  int* one = Zeros<int>(1);
  ReadsAfterABarrier<<<1, 64>>>(one, seen);
  Expect("after a barrier", &seen[63], 1);
  int *sums = Zeros<int>(1), *arrived = Zeros<int>(1), *total = Zeros<int>(1);
  LastBlockReads<<<1000, 32>>>(sums, arrived, total);
  Expect("the last block", total, 999 * 500);
  if (failures == 0) printf("ok\n");
  return failures != 0;
}
