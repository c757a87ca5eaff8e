// The product of two matrices: one thread for each cell of the result.
//
//   lockstep run product.cu [-- PICTURES]    PICTURES pictures of digits, at least 1; 5 if left out

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "digits.h"
#include "lockstep/input.h"
#include "lockstep/publish.h"

// m is h x k, n is k x w, out is h x w.
__global__ void product(const float* m, const float* n, float* out, int h, int k, int w) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && column < w) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += m[row * k + i] * n[i * w + column];
    }
    out[row * w + column] = sum;
  }
}

// The same for pictures: a row for each picture, a column for each pattern, a score for each pair.
__global__ void compare(const float* pictures, const float* patterns, float* scores, int count, int pixels,
                        int digits) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < count && column < digits) {
    float sum = 0;
    for (int i = 0; i < pixels; ++i) {
      sum += pictures[row * pixels + i] * patterns[i * digits + column];
    }
    scores[row * digits + column] = sum;
  }
}

// The same on the CPU. It adds a whole row at a time, which is quick there: memory is read from left to right only.
std::vector<float> product_on_host(const std::vector<float>& m, const std::vector<float>& n, int h, int k, int w) {
  std::vector<float> out(h * w, 0.0f);
  for (int row = 0; row < h; ++row) {
    for (int i = 0; i < k; ++i) {
      for (int column = 0; column < w; ++column) out[row * w + column] += m[row * k + i] * n[i * w + column];
    }
  }
  return out;
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

float* copy_of(const std::vector<float>& values) {
  float* d_values;
  check(cudaMalloc(&d_values, values.size() * sizeof(float)), "cudaMalloc");
  check(cudaMemcpy(d_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  return d_values;
}

// The blocks of side x side threads that cover h x w cells.
dim3 blocks_for(int h, int w, int side) { return dim3((w + side - 1) / side, (h + side - 1) / side); }

// Brings a result to the host, and frees its memory.
std::vector<float> result_of(float* d_values, int count) {
  std::vector<float> values(count);
  check(cudaMemcpy(values.data(), d_values, count * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  check(cudaFree(d_values), "cudaFree");
  return values;
}

void small_matrices() {
  const int h = 6, k = 5, w = 8;
  const std::vector<int> numbers = lockstep::RandomInput<int>(h * k + k * w, 1, 9);
  const std::vector<float> m(numbers.begin(), numbers.begin() + h * k), n(numbers.begin() + h * k, numbers.end());

  float *d_m = copy_of(m), *d_n = copy_of(n), *d_out;
  check(cudaMalloc(&d_out, h * w * sizeof(float)), "cudaMalloc");
  LOCKSTEP_PUBLISH(d_m, h, k);
  LOCKSTEP_PUBLISH(d_n, k, w);
  LOCKSTEP_PUBLISH(d_out, h, w);
  product<<<blocks_for(h, w, 4), dim3(4, 4)>>>(d_m, d_n, d_out, h, k, w);
  check(cudaGetLastError(), "product");
  const bool same = result_of(d_out, h * w) == product_on_host(m, n, h, k, w);
  std::printf("%d x %d by %d x %d: %s\n", h, k, k, w, same ? "as on the CPU" : "not as on the CPU");
  check(cudaFree(d_m), "cudaFree");
  check(cudaFree(d_n), "cudaFree");
}

void digits(int count) {
  std::vector<int> shown = {3, 1, 4, 1, 5};
  const std::vector<int> more = lockstep::RandomInput<int>(std::max(count, 5), 0, 9, 4);
  shown.insert(shown.end(), more.begin(), more.end());
  shown.resize(count);
  const std::vector<float> m = pictures_of(shown), n = patterns();

  float *d_pictures = copy_of(m), *d_patterns = copy_of(n), *d_scores;
  check(cudaMalloc(&d_scores, count * kDigits * sizeof(float)), "cudaMalloc");
  LOCKSTEP_PUBLISH(d_pictures, count, kSide, kSide);
  LOCKSTEP_PUBLISH(d_patterns, kPixels, kDigits);
  LOCKSTEP_PUBLISH(d_scores, count, kDigits);
  compare<<<blocks_for(count, kDigits, 16), dim3(16, 16)>>>(d_pictures, d_patterns, d_scores, count, kPixels, kDigits);
  check(cudaGetLastError(), "compare");
  const std::vector<float> scores = result_of(d_scores, count * kDigits);
  const bool same = scores == product_on_host(m, n, count, kPixels, kDigits);
  std::printf("%d x %d by %d x %d: %s\n", count, kPixels, kPixels, kDigits,
              same ? "as on the CPU" : "not as on the CPU");

  int read_right = 0;
  for (int picture = 0; picture < count; ++picture) {
    const float* row = &scores[picture * kDigits];
    read_right += std::max_element(row, row + kDigits) - row == shown[picture];
  }
  std::printf("%d of %d digits are read right\n", read_right, count);
  check(cudaFree(d_pictures), "cudaFree");
  check(cudaFree(d_patterns), "cudaFree");
}

int main(int argc, char** argv) {
  digits(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 5);
  small_matrices();
}
