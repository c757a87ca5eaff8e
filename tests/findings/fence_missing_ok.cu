// Each wait is followed by a fence or is an acquire, or the data are read like the flag. No thread waits for the last block's
// counter, and cooperative groups contain the required fences.
// counts: fence-missing
#include <cooperative_groups.h>

#include <cuda/atomic>

__global__ void relay(int* data, volatile int* flag, unsigned* ticket, int* out) {
  if (threadIdx.x != 0 && blockIdx.x != 2) return;
  if (blockIdx.x == 0) {
    data[0] = 7;
    data[1] = 8;
    __threadfence();
    *flag = 1;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*ticket).store(1, cuda::std::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (*flag == 0) {
    }
    out[0] = static_cast<volatile int*>(data)[0];
    __threadfence();
    out[1] = data[1];
  } else if (blockIdx.x == 2) {
    if (threadIdx.x == 0) {
      while (*flag == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    if (threadIdx.x < 2) out[2 + threadIdx.x] = data[threadIdx.x];
  } else if (blockIdx.x == 3) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> seen(*ticket);
    while (seen.load(cuda::std::memory_order_acquire) == 0) {
    }
    out[4] = data[0];
  } else {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> seen(*ticket);
    while (seen.load(cuda::std::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_device);
    out[5] = data[1];
  }
}

__global__ void last_block(int* parts, unsigned* done, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    is_last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x < gridDim.x) atomicAdd(out, parts[threadIdx.x]);
}

__global__ void whole_grid(int* data, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  out[i] = data[n - 1 - i];
}

int main() {
  int *data, *flag, *out;
  unsigned *ticket, *done;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&ticket, sizeof(unsigned));
  cudaMalloc(&done, sizeof(unsigned));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  cudaMemset(ticket, 0, sizeof(unsigned));
  cudaMemset(done, 0, sizeof(unsigned));
  cudaMemset(out, 0, 128 * sizeof(int));
  relay<<<5, 32>>>(data, flag, ticket, out);
  last_block<<<4, 32>>>(data, done, out);
  void* arguments[] = {&data, &out};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), dim3(4), dim3(32), arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(flag);
  cudaFree(ticket);
  cudaFree(done);
  cudaFree(out);
}
