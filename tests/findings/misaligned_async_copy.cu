// Asynchronous copies from or to addresses that are no multiples of their size, or of what the program promises.
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <utility>

__device__ unsigned SharedAddress(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__global__ void Primitives(const float* in, float* out) {
  __shared__ alignas(16) float tile[128], pairs[128], odd[128];
  __pipeline_memcpy_async(&tile[4 * threadIdx.x], &in[4 * threadIdx.x + 1], 16);  // expect: misaligned
  __pipeline_memcpy_async(&pairs[2 * threadIdx.x + 1], &in[2 * threadIdx.x], 8);  // expect: misaligned
  __pipeline_memcpy_async(reinterpret_cast<char*>(&odd[threadIdx.x]) + 2, &in[threadIdx.x], 4, 4);  // expect: misaligned
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[4 * threadIdx.x] + pairs[2 * threadIdx.x + 1];
}

__global__ void Ptx(const float* in, float* out, int bytes) {
  __shared__ alignas(16) float tile[128], edge[128];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SharedAddress(&tile[4 * threadIdx.x])),  // expect: misaligned
               "l"(in + 4 * threadIdx.x + 2) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(SharedAddress(&edge[2 * threadIdx.x])),  // expect: misaligned
               "l"(in + 2 * threadIdx.x + 1), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[4 * threadIdx.x] + edge[2 * threadIdx.x];
}

__global__ void Promised(const float* in, float* out) {
  __shared__ alignas(16) float tile[128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[4 * threadIdx.x], &in[4 * threadIdx.x + 1], cuda::aligned_size_t<16>(16), pipe);  // expect: misaligned
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = tile[4 * threadIdx.x];
  pipe.consumer_release();
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 1024);
  Primitives<<<1, 32>>>(in, out);
  Ptx<<<1, 32>>>(in, out, 8);
  Promised<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
