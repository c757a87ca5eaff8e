// The engine of each kernel, and the reason: `lockstep build -v` must print for the next kernel what the comment says.

#include <cooperative_groups.h>

// expect: runs on plain loops: no thread waits for another
__global__ void Square(int* data) { data[threadIdx.x] *= data[threadIdx.x]; }

// expect: runs on fibers: it waits at `__syncthreads` (choices.cu:11)
__global__ void Reverse(int* data) {
  const int mine = data[threadIdx.x];
  __syncthreads();
  data[blockDim.x - 1 - threadIdx.x] = mine;
}

__device__ int Neighbour(int value) { return __shfl_xor_sync(~0u, value, 1); }

// expect: runs on fibers: the lanes of a warp exchange values (choices.cu:15)
__global__ void Swap(int* data) { data[threadIdx.x] = Neighbour(data[threadIdx.x]); }

// expect: runs on fibers: the lanes of a warp vote (choices.cu:22)
__global__ void Count(int* data) {
  data[threadIdx.x] = __popc(__ballot_sync(~0u, data[threadIdx.x] > 0));
}

// expect: runs on fibers: a loop waits for another thread (choices.cu:27)
__global__ void Await(volatile int* flag) {
  while (*flag == 0) continue;
}

// expect: runs on fibers: it waits for the grid (choices.cu:32)
__global__ void Together(int* data) {
  cooperative_groups::this_grid().sync();
  data[threadIdx.x] = 1;
}

// expect: runs on fibers: it uses the shared memory of its cluster (choices.cu:39)
__cluster_dims__(2, 1, 1) __global__ void Peek(int* data) {
  __shared__ int mine;
  data[0] = *cooperative_groups::this_cluster().map_shared_rank(&mine, 1);
}

// Only code that the kernel can reach counts.
// expect: runs on plain loops: no thread waits for another
__global__ void Alone(int* data, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&data[i % 7], i);
}

// A template instance has the name of its template.
// expect: runs on plain loops: no thread waits for another
template <int Factor>
__global__ void Scale(int* data) {
  data[threadIdx.x] *= Factor;
}

int main() { Scale<3><<<1, 1>>>(nullptr); }
