// Sets built by all blocks at once: a bucket is locked before a barrier and unlocked after it, and a block that finds it
// locked retries after the next barrier. A block that waits must soon let the owners of its locks continue.
#include <cstdio>
#include <cstdlib>

constexpr int kBuckets = 7, kValues = 6000, kLocked = -2, kEnd = -1;

// Newest first; a chain is read while others add to it.
__global__ void Insert(volatile int* first, volatile int* next) {
  const int step = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < kValues) {
    const int bucket = i * 5 % kBuckets;
    int length = 0, head = kLocked;
    const int seen = first[bucket];
    if (seen != kLocked && atomicCAS((int*)&first[bucket], seen, kLocked) == seen) {
      for (int at = seen; at >= 0 && length < 40; at = next[at]) ++length;
      next[i] = seen;
      head = i;
      i += step;
    }
    __syncthreads();
    if (head != kLocked) first[bucket] = head;
  }
}

int main() {
  int *first, *next;
  cudaMallocManaged(&first, kBuckets * sizeof(int));
  cudaMallocManaged(&next, kValues * sizeof(int));
  for (int b = 0; b < kBuckets; ++b) first[b] = kEnd;
  Insert<<<24, 128>>>(first, next);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("%s\n", cudaGetErrorString(cudaGetLastError())), 1;

  int total = 0;
  for (int b = 0; b < kBuckets; ++b)
    for (int at = first[b]; at != kEnd; at = next[at], ++total)
      if (at < 0 || at >= kValues || at * 5 % kBuckets != b) return printf("%d is not of bucket %d\n", at, b), 1;
  if (total != kValues) return printf("%d of %d values\n", total, kValues), 1;
  puts("ok");
}
