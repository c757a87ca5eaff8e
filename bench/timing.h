#pragma once

// Timing of a kernel against a plain loop of the same work. A measurement is of as many calls in a row as the loop
// makes in 5 ms, as many on both sides. Measurements of both sides take turns in one process. A row has the medians of
// a call's wall times, and the medians of the ratios kernel / loop of neighbours, of the wall time and of the processor
// time of all cores, which other programs on the machine disturb less.

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

inline Times TimeOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  work();
  const double processor = 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return {wall, processor};
}

// How often to do `work` in one measurement, so that waking the other cores and the clock's steps do not count. Both
// sides are done as often to find out, because some work on their own results.
inline int CallsIn(const std::function<void()>& work, const std::function<void()>& other) {
  constexpr double kLeast = 5;  // ms
  for (int calls = 1;; calls *= 2) {
    const Times took = TimeOf([&] {
      for (int i = 0; i < calls; ++i) work();
    });
    for (int i = 0; i < calls; ++i) other();
    if (took.wall >= kLeast) return calls;
  }
}

// The times of one call.
inline Times TimeOf(const std::function<void()>& work, int calls) {
  const Times took = TimeOf([&] {
    for (int i = 0; i < calls; ++i) work();
  });
  return {took.wall / calls, took.processor / calls};
}

template <class Of>
double Median(const std::vector<Times>& times, Of of) {
  std::vector<double> values;
  for (const Times& each : times) values.push_back(of(each));
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}
inline Times Medians(const std::vector<Times>& times) {
  return {Median(times, [](const Times& each) { return each.wall; }),
          Median(times, [](const Times& each) { return each.processor; })};
}

inline double log_sum = 0;
inline int rows = 0;

inline void Row(const char* name, const std::function<void()>& kernel, const std::function<void()>& plain) {
  const std::function<void()> launch = [&] {
    kernel();
    cudaDeviceSynchronize();
  };
  const int calls = kernels_only ? CallsIn(launch, [] {}) : CallsIn(plain, launch);
  std::vector<Times> ours, theirs, ratios;
  for (int i = 0; i < repeats; ++i) {
    if (!kernels_only) theirs.push_back(TimeOf(plain, calls));
    ours.push_back(TimeOf(launch, calls));
    if (!kernels_only) ratios.push_back({ours[i].wall / theirs[i].wall, ours[i].processor / theirs[i].processor});
  }
  const cudaError_t error = cudaGetLastError();
  const char* trouble = error ? cudaGetErrorString(error) : "";
  const Times kernels = Medians(ours);
  if (kernels_only) {
    std::printf("| %-22s | %9.3f | %9.3f |%s\n", name, kernels.wall, kernels.processor, trouble);
    return;
  }
  const Times ratio = Medians(ratios);
  log_sum += std::log(ratio.processor);
  ++rows;
  std::printf("| %-22s | %9.3f | %9.3f | %6.2f | %6.2f |%s\n", name, kernels.wall, Medians(theirs).wall, ratio.wall,
              ratio.processor, trouble);
  std::fflush(stdout);
}

inline void BeginTable() {
  log_sum = rows = 0;
  std::printf("| workload               | kernel ms |   loop ms |  ratio | processor |\n|---|--:|--:|--:|--:|\n");
}

inline void EndTable() { std::printf("\ngeometric mean of the processor times: %.2f\n", std::exp(log_sum / rows)); }
