// Three rounds of a game, in which everybody needs what the neighbour said before: in one loop (wrong), in three loops,
// with real threads and a barrier made by hand, and as a CUDA kernel.
//
//   lockstep run barriers.cu

#include <cuda_runtime.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "lockstep/play.h"
#include "lockstep/publish.h"

constexpr int kThreads = 4;

// --- 1. One loop: the first thread is through before the second one has begun.

void one_loop(const int* x, int* said) {
  for (int t = 0; t < kThreads; ++t) {
    LOCKSTEP_THREAD(t);
    int right = (t + 1) % kThreads;
    said[t] = x[t];
    said[kThreads + t] = -said[right];
    said[2 * kThreads + t] = 10 * said[kThreads + right];
  }
}

// --- 2. A loop for each round.

void a_loop_a_round(const int* x, int* said) {
  for (int t = 0; t < kThreads; ++t) {
    LOCKSTEP_THREAD(t);
    said[t] = x[t];
  }
  for (int t = 0; t < kThreads; ++t) {
    LOCKSTEP_THREAD(t);
    int right = (t + 1) % kThreads;
    said[kThreads + t] = -said[right];
  }
  for (int t = 0; t < kThreads; ++t) {
    LOCKSTEP_THREAD(t);
    int right = (t + 1) % kThreads;
    said[2 * kThreads + t] = 10 * said[kThreads + right];
  }
}

// --- 3. Real threads, which wait for each other.

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    LOCKSTEP_WAIT();
    std::unique_lock<std::mutex> lock(mutex_);
    const int round = round_;
    if (++here_ == threads_) {
      here_ = 0;
      ++round_;
      everybody_.notify_all();
    } else {
      everybody_.wait(lock, [&] { return round_ != round; });
    }
  }

 private:
  const int threads_;
  int here_ = 0;
  int round_ = 0;
  std::mutex mutex_;
  std::condition_variable everybody_;
};

void one_of_them(int t, const int* x, int* said, Barrier& barrier) {
  LOCKSTEP_THREAD(t);
  int right = (t + 1) % kThreads;
  said[t] = x[t];
  std::printf("thread %d says %d\n", t, said[t]);
  barrier.wait();
  said[kThreads + t] = -said[right];
  std::printf("thread %d says %d\n", t, said[kThreads + t]);
  barrier.wait();
  said[2 * kThreads + t] = 10 * said[kThreads + right];
  std::printf("thread %d says %d\n", t, said[2 * kThreads + t]);
}

void real_threads(const int* x, int* said) {
  Barrier barrier(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { one_of_them(t, x, said, barrier); });
  for (std::thread& thread : threads) thread.join();
}

// --- 4. The same in CUDA.

__global__ void on_the_gpu(const int* x, int* said) {
  int t = threadIdx.x;
  int right = (t + 1) % kThreads;
  said[t] = x[t];
  __syncthreads();
  said[kThreads + t] = -said[right];
  __syncthreads();
  said[2 * kThreads + t] = 10 * said[kThreads + right];
}

void print(const std::vector<int>& said) {
  for (int i = 0; i < 3 * kThreads; ++i) std::printf("%4d%s", said[i], i % kThreads == kThreads - 1 ? "\n" : "");
}

int main() {
  const std::vector<int> x = {1, 2, 3, 4};
  LOCKSTEP_ARRAY(x);
  {
    std::vector<int> said(3 * kThreads, 99);
    LOCKSTEP_ARRAY(said, 3, kThreads);
    LOCKSTEP_LAUNCH(kThreads);
    one_loop(x.data(), said.data());
    print(said);
  }
  {
    std::vector<int> said(3 * kThreads, 99);
    LOCKSTEP_ARRAY(said, 3, kThreads);
    LOCKSTEP_LAUNCH(kThreads);
    a_loop_a_round(x.data(), said.data());
    print(said);
  }
  {
    std::vector<int> said(3 * kThreads, 99);
    LOCKSTEP_ARRAY(said, 3, kThreads);
    LOCKSTEP_LAUNCH(kThreads);
    real_threads(x.data(), said.data());
    print(said);
  }

  std::vector<int> said(3 * kThreads);
  int *d_x = nullptr, *d_said = nullptr;
  cudaMalloc(&d_x, kThreads * sizeof(int));
  cudaMalloc(&d_said, 3 * kThreads * sizeof(int));
  cudaMemcpy(d_x, x.data(), kThreads * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_x, kThreads);
  LOCKSTEP_PUBLISH(d_said, 3, kThreads);
  on_the_gpu<<<1, kThreads>>>(d_x, d_said);
  const cudaError_t error = cudaMemcpy(said.data(), d_said, 3 * kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  print(said);
  cudaFree(d_x);
  cudaFree(d_said);
}
