// The order of warps: ascending at a kernel's start; after each barrier of the block, the first warp comes last. So it cannot
// overwrite what the others have still to read, which no GPU's first warp has the time for either. `check` reports such races.

#include <cstdio>

#define EXPECT(condition) \
  if (!(condition)) {     \
    printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    ++failures;           \
  }
int failures = 0;

constexpr int kMost = 1024;

// All read the first cell, which its owner then uses for the next sum.
__global__ void Overwrites(float* out) {
  __shared__ float sums[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) sums[warp] = 1.f + warp;
  __syncthreads();
  const float largest = sums[0];
  if (lane == 0) sums[warp] = 100.f;
  __syncthreads();
  out[threadIdx.x] = largest + sums[0] - 100.f;
}

// The first thread collects what the last one has just written.
__global__ void Collects(int* out, int rounds) {
  __shared__ int cells[kMost];
  const int t = threadIdx.x;
  int total = 0;
  cells[t] = 0;
  __syncthreads();
  for (int round = 1; round <= rounds; ++round) {
    cells[t] = round * 100 + t;
    if (t == 0) total += cells[blockDim.x - 1];
    __syncthreads();
  }
  if (t == 0) *out = total;
}

__device__ int Linear() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// `came[k]`: the warp that came as number k, first at the start and then after each barrier.
__global__ void Comes(int* came, int rounds) {
  __shared__ int count;
  if (Linear() == 0) count = 0;
  for (int round = 0; round <= rounds; ++round) {
    if (Linear() % 32 == 0) came[atomicAdd(&count, 1)] = Linear() / 32;
    __syncthreads();
  }
}

// Warps leave, some of their threads before others, so that there are barriers which fewer of them come to.
__global__ void Leaves(int* came) {
  __shared__ int count;
  const int t = threadIdx.x, warp = t / 32;
  if (t == 0) count = 0;
  for (int round = 0; round < 4 - warp % 2 * 2; ++round) {
    if (t % 32 == 0) came[atomicAdd(&count, 1)] = warp;
    __syncthreads();
    if (t % 32 > 20) return;
  }
}

__global__ void Prints() {
  __shared__ int cell;
  const int t = Linear();
  if (t == 0) cell = blockDim.x;
  if (t % 16 == 0) printf("thread %d begins\n", t);
  __syncthreads();
  if (t % 4 == 0) printf("thread %d of rows of %d\n", t, cell);
}

int* out;

void ExpectOrder(dim3 block) {
  const int warps = (block.x * block.y * block.z + 31) / 32;
  Comes<<<1, block>>>(out, 2);
  cudaDeviceSynchronize();
  for (int warp = 0; warp < warps; ++warp) {
    EXPECT(out[warp] == warp);
    for (int round = 1; round <= 2; ++round) EXPECT(out[round * warps + warp] == (warp + 1) % warps);
  }
}

int main() {
  cudaMallocManaged(&out, kMost * sizeof(int));
  float* sums = reinterpret_cast<float*>(out);
  for (int threads : {32, 64, 70, 256, 1024}) {
    Overwrites<<<1, threads>>>(sums);
    cudaDeviceSynchronize();
    // On fibers, lanes of the first warp come after its first one.
    for (int t = 0; t < threads; ++t) EXPECT(sums[t] == 1.f || (t > 0 && t < 32));
  }
  for (int threads : {64, 96, 128}) {
    Collects<<<1, threads>>>(out, 5);
    cudaDeviceSynchronize();
    EXPECT(*out == 1500 + 5 * (threads - 1));
  }
  for (dim3 block : {dim3(32), dim3(96), dim3(100), dim3(8, 8), dim3(16, 16), dim3(16, 5), dim3(32, 4), dim3(64, 3),
                     dim3(4, 4, 8), dim3(16, 2, 3), dim3(1, 128), dim3(32, 2, 3)})
    ExpectOrder(block);
  Leaves<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  const int came[] = {0, 1, 2, 3, 1, 2, 3, 0, 2, 0, 2, 0};
  for (int i = 0; i < 12; ++i) EXPECT(out[i] == came[i]);
  for (dim3 block : {dim3(96), dim3(8, 8), dim3(20, 4), dim3(64, 2)}) {
    Prints<<<1, block>>>();
    cudaDeviceSynchronize();
  }
  if (failures == 0) printf("ok\n");
}
