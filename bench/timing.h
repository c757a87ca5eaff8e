#pragma once

// Timing of a kernel against a plain loop of the same work: one after the other, several times, with the best time of
// each. A row's ratios are kernel / loop, of the wall time and of the processor time of all cores, which other programs
// on the machine disturb less.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

template <class T>
struct Device {
  T* at;
  explicit Device(std::size_t count) { cudaMalloc(&at, count * sizeof(T)); }
  Device(const std::vector<T>& from) : Device(from.size()) {
    cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(at); }
};

inline int repeats = 15;
// Print the times of kernels, wall and processor, in ms, and run no loops.
inline bool kernels_only = false;

struct Times {
  double wall = 1e30, processor = 1e30;  // ms
};

inline Times Best(Times best, const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  work();
  const double processor = 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return {std::min(best.wall, wall), std::min(best.processor, processor)};
}

inline double log_sum = 0;
inline int rows = 0;

inline void Row(const char* name, const std::function<void()>& kernel, const std::function<void()>& plain) {
  Times ours, theirs;
  for (int i = 0; i < repeats; ++i) {
    if (!kernels_only) theirs = Best(theirs, plain);
    ours = Best(ours, [&] {
      kernel();
      cudaDeviceSynchronize();
    });
  }
  const cudaError_t error = cudaGetLastError();
  if (kernels_only) {
    std::printf("| %-22s | %9.3f | %9.3f |%s\n", name, ours.wall, ours.processor,
                error ? cudaGetErrorString(error) : "");
    return;
  }
  const double ratio = ours.processor / theirs.processor;
  log_sum += std::log(ratio);
  ++rows;
  std::printf("| %-22s | %9.3f | %9.3f | %6.2f | %6.2f |%s\n", name, ours.wall, theirs.wall, ours.wall / theirs.wall,
              ratio, error ? cudaGetErrorString(error) : "");
}

inline void BeginTable() {
  log_sum = rows = 0;
  std::printf("| workload               | kernel ms |   loop ms |  ratio | processor |\n|---|--:|--:|--:|--:|\n");
}

inline void EndTable() { std::printf("\ngeometric mean of the processor times: %.2f\n", std::exp(log_sum / rows)); }
