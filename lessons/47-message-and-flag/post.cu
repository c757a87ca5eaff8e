// A message from one block to another, and a sum that the last block makes.
//
//   lockstep run post.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/atomic>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 8;

// Block 0 writes a message, and hangs out a flag. Nothing keeps the one before the other.
__global__ void without_fence(int* message, int* flag, int* heard) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    message[0] = 42;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) continue;
    heard[0] = message[0];
  }
}

// A fence on each side.
__global__ void with_fences(int* message, int* flag, int* heard) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    message[0] = 43;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) continue;
    __threadfence();
    heard[0] = message[0];
  }
}

// The flag says itself what it orders.
__global__ void released(int* message, int* flag, int* heard) {
  if (threadIdx.x > 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> post(flag[0]);
  if (blockIdx.x == 0) {
    message[0] = 44;
    post.store(1, cuda::memory_order_release);
  } else {
    while (post.load(cuda::memory_order_acquire) == 0) continue;
    heard[0] = message[0];
  }
}

// Each block adds up its parcels, and the last one to be done adds up the blocks. Nobody waits.
__global__ void weigh(const int* parcels, int* sums, int* count, int* total) {
  __shared__ int came;
  int t = threadIdx.x;
  int mine = parcels[blockIdx.x * kThreads + t];
  int sum = __reduce_add_sync(0xff, mine);
  if (t == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    came = atomicAdd(count, 1);
  }
  __syncthreads();
  if (came < gridDim.x - 1) return;
  __threadfence();
  int part = t < gridDim.x ? sums[t] : 0;
  int all = __reduce_add_sync(0xff, part);
  if (t == 0) {
    total[0] = all;
    count[0] = 0;
  }
}

int main() {
  const int blocks = 4, n = blocks * kThreads;
  std::vector<int> parcels(n);
  for (int i = 0; i < n; ++i) parcels[i] = 1 + (7 * i + i / 8) % 9;

  int *d_message = nullptr, *d_heard = nullptr, *d_flag = nullptr, *d_flag_2 = nullptr, *d_flag_3 = nullptr;
  int *d_parcels = nullptr, *d_sums = nullptr, *d_count = nullptr, *d_total = nullptr, *d_total_2 = nullptr;
  for (int** cell : {&d_message, &d_heard, &d_flag, &d_flag_2, &d_flag_3, &d_count, &d_total, &d_total_2}) {
    cudaMalloc(cell, sizeof(int));
    cudaMemset(*cell, 0, sizeof(int));
  }
  cudaMalloc(&d_parcels, n * sizeof(int));
  cudaMalloc(&d_sums, blocks * sizeof(int));
  cudaMemcpy(d_parcels, parcels.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_message, 1);
  LOCKSTEP_PUBLISH(d_heard, 1);
  LOCKSTEP_PUBLISH(d_flag, 1);
  LOCKSTEP_PUBLISH(d_flag_2, 1);
  LOCKSTEP_PUBLISH(d_flag_3, 1);
  LOCKSTEP_PUBLISH(d_parcels, n);
  LOCKSTEP_PUBLISH(d_sums, blocks);
  LOCKSTEP_PUBLISH(d_count, 1);
  LOCKSTEP_PUBLISH(d_total, 1);
  LOCKSTEP_PUBLISH(d_total_2, 1);

  without_fence<<<2, kThreads>>>(d_message, d_flag, d_heard);
  with_fences<<<2, kThreads>>>(d_message, d_flag_2, d_heard);
  released<<<2, kThreads>>>(d_message, d_flag_3, d_heard);
  weigh<<<blocks, kThreads>>>(d_parcels, d_sums, d_count, d_total);
  weigh<<<blocks, kThreads>>>(d_parcels, d_sums, d_count, d_total_2);

  int total = 0;
  const cudaError_t error = cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("all parcels weigh %d\n", total);
  for (int* array : {d_message, d_heard, d_flag, d_flag_2, d_flag_3, d_parcels, d_sums, d_count, d_total, d_total_2}) {
    cudaFree(array);
  }
}
