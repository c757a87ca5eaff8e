// Lesson 17, a wrong answer: a single step is not enough for 64 additions.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Judges sums: 1 where `sum` is wrong, 0 where it is as right as floats can be.
__global__ void judge(const float* expected, const float* sum, int* wrong, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int steps = abs(__float_as_int(sum[i]) - __float_as_int(expected[i]));
    wrong[i] = steps <= 1 ? 0 : 1;
  }
}

// The sums as they should be: each row from the left.
__global__ void from_left(const float* in, float* sum, int n, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float total = 0;
    for (int i = 0; i < k; ++i) total += in[row * k + i];
    sum[row] = total;
  }
}

// What can happen to a sum.
enum Accident { kNone, kLeftOut, kTwice, kNoNumber };

// The sums that are to be judged: each row from the right. And in some rows an accident happens.
__global__ void from_right(const float* in, const int* accidents, float* sum, int n, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float total = 0;
    for (int i = k - 1; i >= 0; --i) {
      if (i == k / 2 && accidents[row] == kLeftOut) continue;
      if (i == k / 2 && accidents[row] == kTwice) total += in[row * k + i];
      total += in[row * k + i];
    }
    sum[row] = accidents[row] == kNoNumber ? NAN : total;
  }
}

// Rows of numbers, and what happens to their sums.
struct Rows {
  std::vector<float> in;
  std::vector<int> accidents;
};

// Numbers of about 1.
Rows plain(int n, int k) {
  return {lockstep::RandomInput<float>(n * k, 0.5f, 1.5f, 0), lockstep::RandomInput<int>(n, kNone, kTwice, 1)};
}

// Numbers of about a millionth, a thousandth, 1, a thousand and a million, row by row.
Rows scales(int n, int k) {
  Rows rows{lockstep::RandomInput<float>(n * k, 0.5f, 1.5f, 2), lockstep::RandomInput<int>(n, kNone, kTwice, 3)};
  const float scale[] = {1e-6f, 1e-3f, 1, 1e3f, 1e6f};
  for (int i = 0; i < n * k; ++i) rows.in[i] *= scale[i / k % 5];
  return rows;
}

// A row of zeros, a row whose sum becomes no number, an ordinary row, and so on.
Rows traps(int n, int k) {
  Rows rows{lockstep::RandomInput<float>(n * k, 0.5f, 1.5f, 4), std::vector<int>(n, kNone)};
  for (int i = 0; i < n * k; ++i) rows.in[i] *= i / k % 3 == 0 ? 0 : 1;
  for (int i = 1; i < n; i += 3) rows.accidents[i] = kNoNumber;
  return rows;
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
T* memory_for(int count) {
  T* d_cells;
  check(cudaMalloc(&d_cells, count * sizeof(T)), "cudaMalloc");
  return d_cells;
}

template <class T>
T* copy_of(const std::vector<T>& cells) {
  T* d_cells = memory_for<T>(cells.size());
  check(cudaMemcpy(d_cells, cells.data(), cells.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  return d_cells;
}

// Adds up all rows twice, and judges the second sums by the first.
void add_and_judge(const Rows& rows, int n, int k, int* d_wrong) {
  float *d_in = copy_of(rows.in), *d_left = memory_for<float>(n), *d_right = memory_for<float>(n);
  int* d_accidents = copy_of(rows.accidents);
  LOCKSTEP_PUBLISH(d_left, n);
  LOCKSTEP_PUBLISH(d_right, n);
  const int threads = 4, blocks = (n + threads - 1) / threads;
  from_left<<<blocks, threads>>>(d_in, d_left, n, k);
  from_right<<<blocks, threads>>>(d_in, d_accidents, d_right, n, k);
  judge<<<blocks, threads>>>(d_left, d_right, d_wrong, n);
  check(cudaGetLastError(), "judge");
  check(cudaDeviceSynchronize(), "judge");
  check(cudaFree(d_in), "cudaFree");
  check(cudaFree(d_left), "cudaFree");
  check(cudaFree(d_right), "cudaFree");
  check(cudaFree(d_accidents), "cudaFree");
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 10;
  const int k = argc > 2 ? std::atoi(argv[2]) : 64;
  int *d_plain = memory_for<int>(n), *d_scales = memory_for<int>(n), *d_traps = memory_for<int>(n);
  LOCKSTEP_PUBLISH(d_plain, n);
  LOCKSTEP_PUBLISH(d_scales, n);
  LOCKSTEP_PUBLISH(d_traps, n);

  add_and_judge(plain(n, k), n, k, d_plain);
  add_and_judge(scales(n, k), n, k, d_scales);
  add_and_judge(traps(n, k), n, k, d_traps);
  check(cudaFree(d_plain), "cudaFree");
  check(cudaFree(d_scales), "cudaFree");
  check(cudaFree(d_traps), "cudaFree");
}
