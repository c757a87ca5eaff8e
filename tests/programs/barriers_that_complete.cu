// cuda::barrier with a function that the last arriving thread calls, and the plain one.
#include <cuda/barrier>

#include <cstdio>

struct Total {
  int* sum;
  int* rounds;
  __device__ void operator()() noexcept {
    *rounds += 1;
    *sum *= 2;
  }
};

using Barrier = cuda::barrier<cuda::thread_scope_block, Total>;
static_assert(sizeof(cuda::barrier<cuda::thread_scope_block>) == 8, "a plain barrier is eight bytes");

__global__ void Rounds(int* out) {
  __shared__ int sum, rounds;
  __shared__ alignas(Barrier) unsigned char room[sizeof(Barrier)];
  Barrier* barrier = reinterpret_cast<Barrier*>(room);
  if (threadIdx.x == 0) {
    sum = rounds = 0;
    new (barrier) Barrier(blockDim.x, Total{&sum, &rounds});
  }
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    atomicAdd(&sum, 1);
    barrier->arrive_and_wait();
    // All threads see the function's writes.
    if (rounds != round + 1) out[2] = 1;
    barrier->arrive_and_wait();
    if (rounds != round + 2) out[2] = 1;
    __syncthreads();
    if (threadIdx.x == 0) rounds = round + 1;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = rounds;
  }
}

int main() {
  int* out;
  cudaMallocManaged(&out, 3 * sizeof *out);
  out[0] = out[1] = out[2] = 0;
  Rounds<<<1, 96>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  int expected = 0;
  for (int round = 0; round < 3; ++round) expected = (expected + 96) * 2 * 2;
  const bool good = error == cudaSuccess && out[0] == expected && out[1] == 3 && out[2] == 0;
  if (!good) printf("%s: %d instead of %d, %d rounds, %d\n", cudaGetErrorString(error), out[0], expected, out[1], out[2]);
  cudaFree(out);
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}
