// The total work of kernels and the host: arrays, arithmetic, barriers, shuffles, copies. 3 blocks of 40 threads: 120.

#include <cuda_pipeline.h>

#include <cstdio>

constexpr int kBlocks = 3, kThreads = 40, kCells = kBlocks * kThreads;

__device__ float table[kThreads];
__constant__ float factor;

__global__ void Map(const float* in, float* out, int n) {  // array: in reads=100 bytes_read=400 writes=0; out writes=100 bytes_written=400
  int i = blockIdx.x * blockDim.x + threadIdx.x;           // work: operations=400 barriers=0 busiest_thread=2
  if (i < n) out[i] = fmaf(in[i], factor, 1.0f) + 0.0f * i;
}

// A fused product and sum are two operations; integer arithmetic is none.
__global__ void Reverse(float* data, double* sums) {  // array: tile reads=120 writes=120 bytes_read=480 bytes_written=480; other reads=40 writes=120; data reads=120 writes=120; sums atomics=120 bytes_read=960 bytes_written=960; table reads=120 bytes_read=480
  __shared__ float tile[kThreads];                    // work: operations=120 barriers=6 most_barriers=2 busiest_thread=8 longest_stretch=4
  extern __shared__ float other[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = data[i];
  other[threadIdx.x] = i;
  __syncthreads();
  float more = blockIdx.x == 1 ? other[kThreads - 1 - threadIdx.x] : 0;
  data[i] = tile[kThreads - 1 - threadIdx.x] - table[threadIdx.x];
  __syncthreads();
  atomicAdd(&sums[0], more);  // advice: atomic-contention
}

// Memory that no parameter points to, and one thread that does everything.
__global__ void Alone(float** rows, int n) {  // array: rows reads=1 bytes_read=8; - writes=30 bytes_written=120
  // work: busiest_thread=31 operations=0 longest_stretch=31
  if (threadIdx.x != 0 || blockIdx.x != 0) return;  // advice: divergence
  float* row = rows[0];
  for (int i = 0; i < n; ++i) row[i] = 0;
}

__global__ void Shuffled(int* out) {  // work: shuffles=160 votes=32 barriers=0 longest_stretch=1
  int v = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  if (__all_sync(~0u, v > 0)) out[threadIdx.x] = v;
}

// A barrier with a number of its own is a meeting, too. One access comes before it, and two after it.
__global__ void Named(int* out) {  // work: barriers=0 longest_stretch=2
  __shared__ int cells[64];
  cells[threadIdx.x] = threadIdx.x;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = cells[63 - threadIdx.x];
}

// Three tiles are copied, one ahead. Two copies wait in one group while tile 0 is read, none while tile 2 is.
__global__ void Ahead(const int* in, int* out) {  // array: in reads=128; stages reads=96 writes=128
  // work: async_copies=128 async_bytes=512 groups_at_reads=64 reads_of_copiers=96 barriers=3 operations=0
  __shared__ int stages[4][32];
  int i = threadIdx.x;
  __pipeline_memcpy_async(&stages[0][i], &in[i], sizeof(int));
  __pipeline_commit();
  for (int p = 0; p < 3; ++p) {
    if (p < 2) __pipeline_memcpy_async(&stages[p + 1][i], &in[i], sizeof(int));
    if (p == 0) __pipeline_memcpy_async(&stages[3][i], &in[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i] = stages[p][31 - i];
  }
}

struct Ten {
  float value[10];
};
__managed__ float managed[8];

__global__ void Hand(Ten ten, const float* shared, float* out) {  // array: shared reads=20 bytes_read=80; out writes=20 bytes_written=80; managed reads=20 bytes_read=80
  // work: busiest_thread=3 operations=40
  int i = threadIdx.x;
  out[i] = ten.value[i] + shared[i] + managed[i % 8];
}

// What the host gives kernels without copying it to the device: 40 bytes of `ten` and twice 4 of `again`, 12 stored in
// pinned memory and 8 more between the launches, 20 stored in a variable; 8 of the arguments of Map and Alone; 2 of fills.
void HandOver() {
  Ten ten = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  float *pinned, *out;
  cudaMallocHost(&pinned, sizeof ten);
  cudaMallocManaged(&out, sizeof ten);
  cudaMemset(out, 1, sizeof ten);
  for (int i = 0; i < 3; ++i) pinned[i] = 7;
  for (int i = 0; i < 5; ++i) managed[i] = 8;
  Hand<<<1, 10>>>(ten, pinned, out);
  cudaDeviceSynchronize();
  cudaMemcpy(pinned, out, sizeof ten, cudaMemcpyDeviceToHost);
  for (int i = 4; i < 6; ++i) pinned[i] = -1;
  ten.value[3] = -1;
  ten.value[9] = -2;
  Hand<<<1, 10>>>(ten, pinned, out);
  cudaDeviceSynchronize();
  // host: stored_bytes=40 argument_bytes=58
  cudaFree(out);
  cudaFreeHost(pinned);
}

int main() {
  float *in, *out, **rows;
  double* sums;
  static float host[kCells] = {1, 2, 3};
  cudaMalloc(&in, kCells * sizeof(float));
  cudaMalloc(&out, kCells * sizeof(float));
  cudaMalloc(&rows, sizeof(float*));
  cudaMalloc(&sums, sizeof(double));
  cudaMemset(sums, 0, sizeof(double));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(rows, &out, sizeof out, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(factor, host, sizeof(float));
  cudaMemcpyToSymbol(table, host, kThreads * sizeof(float));
  Map<<<kBlocks, kThreads>>>(in, out, 100);
  Reverse<<<kBlocks, kThreads, kThreads * sizeof(float)>>>(in, sums);
  Alone<<<1, 32>>>(rows, 30);
  Shuffled<<<1, 32>>>(reinterpret_cast<int*>(out));
  Ahead<<<1, 32>>>(reinterpret_cast<int*>(in), reinterpret_cast<int*>(out));
  Named<<<1, 64>>>(reinterpret_cast<int*>(out));
  cudaMemcpy(out, in, 16, cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  // host: copies_to_device=4 bytes_to_device=652 copies_to_host=1 bytes_to_host=480 copies_on_device=2 bytes_on_device=56
  float* third;
  cudaFree(in);
  cudaMalloc(&third, 40);
  cudaFree(third);
  cudaFree(rows);
  cudaFree(sums);
  cudaFree(out);
  HandOver();
  // host: peak_bytes=976
  std::puts("ok");
}
