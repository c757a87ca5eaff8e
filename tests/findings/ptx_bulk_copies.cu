// Bulk copies of inline PTX: one ends past the end of the array, one begins between its units of 16 bytes.
__device__ unsigned SharedAddress(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__global__ void Out(int* out, int first, unsigned bytes) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n\t"  // expect: out-of-bounds-global
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" :: "l"(out + first), "r"(SharedAddress(tile)), "r"(bytes) : "memory");
}

__global__ void Add(int* out, int first) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 128;\n\t"  // expect: misaligned
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" :: "l"(out + first), "r"(SharedAddress(tile)) : "memory");
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(out, 0, 64 * sizeof(int));
  Out<<<1, 64>>>(out, 8, 256);
  cudaDeviceSynchronize();
  Add<<<1, 64>>>(out, 2);
  cudaDeviceSynchronize();
  cudaFree(out);
}
