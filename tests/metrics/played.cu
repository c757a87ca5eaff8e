// Kernels, and loops and threads of the host that play the same: the counts are the same. 2 blocks of 64 threads, in 4 warps.

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/play.h"

constexpr int kBlocks = 2, kThreads = 64, kCells = kBlocks * kThreads;

__global__ void Shift(const float* in, float* out, int n) {  // work: operations=252 busiest_thread=3 barriers=0
  int i = blockIdx.x * blockDim.x + threadIdx.x;             // array: in reads=252 bytes_read=1008; out writes=126
  if (i + 2 < n)                                             // metric: branch requests=4 divergent=1
    out[i] = in[i + 1] + 2 * in[i + 2];  // metric: load global requests=8 lanes=252 sectors=38; store global requests=4 sectors=16
}

void PlayedShift(int block, int thread, const float* in, float* out, int n) {  // work: operations=252 busiest_thread=3 barriers=0
  LOCKSTEP_THREAD(block, thread);       // array: in reads=252 bytes_read=1008; out writes=126
  int i = block * kThreads + thread;
  if (i + 2 < n)                        // metric: branch requests=4 divergent=1
    out[i] = in[i + 1] + 2 * in[i + 2];  // metric: load global requests=8 lanes=252 sectors=38; store global requests=4 sectors=16
}

__global__ void Columns(float* out) {  // work: barriers=2 most_barriers=1 busiest_thread=8
  __shared__ float tile[4 * kThreads];  // array: tile reads=384 writes=512; out writes=128
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    tile[4 * t + k] = t;  // metric: store shared requests=16 wavefronts=64 bank_conflicts=48 advice: bank-conflict
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += tile[k * kThreads + t];  // metric: load shared requests=12 wavefronts=12 bank_conflicts=0
  out[blockIdx.x * kThreads + t] = sum;  // metric: store global requests=4 sectors=16
}

float Reach(const float* tile, int t) {
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += tile[k * kThreads + t];  // metric: load shared requests=12 wavefronts=12 bank_conflicts=0
  return sum;
}

void PlayedColumns(float* out) {  // work: barriers=2 most_barriers=1 busiest_thread=8
  for (int block = 0; block < kBlocks; ++block) {
    float tile[4 * kThreads];  // array: tile reads=384 writes=512; out writes=128
    LOCKSTEP_ARRAY(tile);
    for (int t = 0; t < kThreads; ++t) {
      LOCKSTEP_THREAD(block, t);
      for (int k = 0; k < 4; ++k)
        tile[4 * t + k] = t;  // metric: store shared requests=16 wavefronts=64 bank_conflicts=48 advice: bank-conflict
    }
    for (int t = 0; t < kThreads; ++t) {
      LOCKSTEP_THREAD(block, t);
      out[block * kThreads + t] = Reach(tile, t);  // metric: store global requests=4 sectors=16
    }
  }
}

class Meeting {
 public:
  void Wait() {
    LOCKSTEP_WAIT();
    std::unique_lock<std::mutex> lock(mutex_);
    if (++here_ == kThreads)
      everybody_.notify_all();
    else
      everybody_.wait(lock, [&] { return here_ == kThreads; });
  }

 private:
  int here_ = 0;
  std::mutex mutex_;
  std::condition_variable everybody_;
};

void ThreadOfColumns(int block, int t, float* tile, float* out, Meeting* meeting) {  // work: barriers=2 most_barriers=1 busiest_thread=8
  LOCKSTEP_THREAD(block, t);  // array: tile reads=384 writes=512; out writes=128
  for (int k = 0; k < 4; ++k)
    tile[4 * t + k] = t;  // metric: store shared requests=16 wavefronts=64 bank_conflicts=48 advice: bank-conflict
  meeting->Wait();
  float sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += tile[k * kThreads + t];  // metric: load shared requests=12 wavefronts=12 bank_conflicts=0
  out[block * kThreads + t] = sum;  // metric: store global requests=4 sectors=16
}

void ColumnsByThreads(float* out) {
  LOCKSTEP_LAUNCH(kBlocks, kThreads);
  for (int block = 0; block < kBlocks; ++block) {
    float tile[4 * kThreads];
    LOCKSTEP_ARRAY(tile);
    Meeting meeting;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) threads.emplace_back(ThreadOfColumns, block, t, tile, out, &meeting);
    for (std::thread& thread : threads) thread.join();
  }
}

int main() {
  std::vector<float> in(kCells, 1), out(kCells);
  float *d_in, *d_out;
  cudaMalloc(&d_in, kCells * sizeof(float));
  cudaMalloc(&d_out, kCells * sizeof(float));
  cudaMemcpy(d_in, in.data(), kCells * sizeof(float), cudaMemcpyHostToDevice);
  Shift<<<kBlocks, kThreads>>>(d_in, d_out, kCells);
  Columns<<<kBlocks, kThreads>>>(d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  LOCKSTEP_ARRAY(in);
  LOCKSTEP_ARRAY(out);
  {
    LOCKSTEP_LAUNCH(kBlocks, kThreads);
    for (int block = 0; block < kBlocks; ++block)
      for (int t = 0; t < kThreads; ++t) PlayedShift(block, t, in.data(), out.data(), kCells);
  }
  {
    LOCKSTEP_LAUNCH(kBlocks, kThreads);
    PlayedColumns(out.data());
  }
  ColumnsByThreads(out.data());
}
