// The engine of each kernel, and the reason: `lockstep build -v` must print for the next kernel what the comment says, and
// with `--engine threads` what the second one says.

#include <cooperative_groups.h>

// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on plain loops: no thread waits for another
__global__ void Square(int* data) { data[threadIdx.x] *= data[threadIdx.x]; }

// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on fibers: it waits at `__syncthreads` (choices.cu:14)
__global__ void Reverse(int* data) {
  const int mine = data[threadIdx.x];
  __syncthreads();
  data[blockDim.x - 1 - threadIdx.x] = mine;
}

__device__ int Neighbour(int value) { return __shfl_xor_sync(~0u, value, 1); }

// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on fibers: the lanes of a warp exchange values (choices.cu:18)
__global__ void Swap(int* data) { data[threadIdx.x] = Neighbour(data[threadIdx.x]); }

// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on fibers: the lanes of a warp vote (choices.cu:27)
__global__ void Count(int* data) {
  data[threadIdx.x] = __popc(__ballot_sync(~0u, data[threadIdx.x] > 0));
}

// expect: runs on fibers: a loop waits for another thread (choices.cu:33); it cannot run as whole warps, because a loop waits for another thread
// threads: runs on fibers: a loop waits for another thread (choices.cu:33)
__global__ void Await(volatile int* flag) {
  while (*flag == 0) continue;
}

// expect: runs on fibers: it waits for the grid (choices.cu:39); it cannot run as whole warps, because it waits for the grid
// threads: runs on fibers: it waits for the grid (choices.cu:39)
__global__ void Together(int* data) {
  cooperative_groups::this_grid().sync();
  data[threadIdx.x] = 1;
}

// expect: runs on fibers: it uses the shared memory of its cluster (choices.cu:47); it cannot run as whole warps, because it belongs to a cluster
// threads: runs on fibers: it uses the shared memory of its cluster (choices.cu:47)
__cluster_dims__(2, 1, 1) __global__ void Peek(int* data) {
  __shared__ int mine;
  data[0] = *cooperative_groups::this_cluster().map_shared_rank(&mine, 1);
}

// Only code that the kernel can reach counts.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on plain loops: no thread waits for another
__global__ void Alone(int* data, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&data[i % 7], i);
}

// expect: runs on plain loops: no thread waits for another; it cannot run as whole warps, because it calls through a pointer
// threads: runs on plain loops: no thread waits for another
__global__ void Through(int* data, int (*function)(int)) { data[threadIdx.x] = function(threadIdx.x); }

// A template instance has the name of its template.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
// threads: runs on plain loops: no thread waits for another
template <int Factor>
__global__ void Scale(int* data) {
  data[threadIdx.x] *= Factor;
}

int main() { Scale<3><<<1, 1>>>(nullptr); }
