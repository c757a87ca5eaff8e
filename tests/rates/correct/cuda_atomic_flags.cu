// cuda::atomic with acquire and release between blocks; cuda::atomic_ref for counts.
#include <cuda/atomic>
#include <cstdio>
__global__ void relay(int *data, cuda::atomic<int, cuda::thread_scope_device> *flag, int *out, int *count) {
  cuda::atomic_ref<int, cuda::thread_scope_device> c(*count);
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *data = 42;
      flag->store(1, cuda::std::memory_order_release);
    } else {
      while (flag->load(cuda::std::memory_order_acquire) == 0) {}
      out[blockIdx.x] = *data;
    }
  }
  c.fetch_add(1, cuda::std::memory_order_relaxed);
}
int main() {
  int *d, *out, h[4] = {}, *count, total;
  cuda::atomic<int, cuda::thread_scope_device> *flag;
  cudaMalloc(&d, 4); cudaMalloc(&out, sizeof h); cudaMalloc(&flag, sizeof *flag); cudaMalloc(&count, 4);
  cudaMemset(flag, 0, sizeof *flag); cudaMemset(count, 0, 4); cudaMemset(out, 0, sizeof h);
  relay<<<4, 32>>>(d, flag, out, count);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, count, 4, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(out); cudaFree(flag); cudaFree(count);
  printf("%d %d\n", h[3], total);
  return h[3] != 42 || total != 128;
}
