#include "further_loops.h"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

void PlainSoftmax(float* out, const float* in, int rows, int width) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float* from = in + static_cast<long>(row) * width;
    float* to = out + static_cast<long>(row) * width;
    float most = from[0], sum = 0;
#pragma omp simd reduction(max : most)
    for (int i = 0; i < width; ++i) most = std::max(most, from[i]);
    for (int i = 0; i < width; ++i) sum += to[i] = std::exp(from[i] - most);
    const float scale = 1 / sum;
#pragma omp simd
    for (int i = 0; i < width; ++i) to[i] *= scale;
  }
}

void PlainLayerNorm(float* out, const float* in, int rows, int width) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const float* from = in + static_cast<long>(row) * width;
    float* to = out + static_cast<long>(row) * width;
    float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum, squares)
    for (int i = 0; i < width; ++i) sum += from[i], squares += from[i] * from[i];
    const float mean = sum / width, scale = 1 / std::sqrt(squares / width - mean * mean + 1e-5f);
#pragma omp simd
    for (int i = 0; i < width; ++i) to[i] = (from[i] - mean) * scale;
  }
}

void PlainTranspose(float* out, const float* in, int n) {
  constexpr int kTile = 32;
#pragma omp parallel for collapse(2)
  for (int by = 0; by < n; by += kTile)
    for (int bx = 0; bx < n; bx += kTile)
      for (int y = by; y < by + kTile; ++y)
#pragma omp simd
        for (int x = bx; x < bx + kTile; ++x) out[static_cast<long>(y) * n + x] = in[static_cast<long>(x) * n + y];
}

void PlainConvolve(float* out, const float* in, const float* weights, int height, int width) {
#pragma omp parallel for
  for (int y = 1; y < height - 1; ++y)
#pragma omp simd
    for (int x = 1; x < width - 1; ++x) {
      float sum = 0;
      for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += weights[dy * 3 + dx] * in[(y + dy - 1) * width + x + dx - 1];
      out[y * width + x] = sum;
    }
}

void PlainRadixPass(unsigned* out, const unsigned* in, int n, int shift) {
  std::vector<int> counts(16 * omp_get_max_threads(), 0);
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), all = omp_get_num_threads();
    const int first = static_cast<int>(static_cast<long>(n) * me / all),
              last = static_cast<int>(static_cast<long>(n) * (me + 1) / all);
    int mine[16] = {};
    for (int i = first; i < last; ++i) ++mine[in[i] >> shift & 15];
    for (int digit = 0; digit < 16; ++digit) counts[digit * all + me] = mine[digit];
#pragma omp barrier
#pragma omp single
    for (int i = 0, before = 0; i < 16 * all; ++i) before += std::exchange(counts[i], before);
    for (int digit = 0; digit < 16; ++digit) mine[digit] = counts[digit * all + me];
    for (int i = first; i < last; ++i) out[mine[in[i] >> shift & 15]++] = in[i];
  }
}

void PlainSparse(float* out, const int* starts, const int* columns, const float* values, const float* x, int rows) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
    out[row] = sum;
  }
}

bool PlainBreadth(int* level, const int* starts, const int* targets, int nodes, int depth) {
  bool changed = false;
#pragma omp parallel for reduction(|| : changed)
  for (int node = 0; node < nodes; ++node) {
    if (level[node] != depth) continue;
    for (int i = starts[node]; i < starts[node + 1]; ++i)
      if (level[targets[i]] < 0) level[targets[i]] = depth + 1, changed = true;
  }
  return changed;
}

void PlainAttention(float* out, const float* q, const float* k, const float* v, int n) {
  const float scale = 1 / std::sqrt(static_cast<float>(kHead));
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    float most = -INFINITY, total = 0, sums[kHead] = {};
    for (int j = 0; j < n; ++j) {
      float score = 0;
#pragma omp simd reduction(+ : score)
      for (int d = 0; d < kHead; ++d) score += q[i * kHead + d] * k[j * kHead + d];
      score *= scale;
      const float next = std::max(most, score), old = std::exp(most - next), weight = std::exp(score - next);
      total = total * old + weight;
#pragma omp simd
      for (int d = 0; d < kHead; ++d) sums[d] = sums[d] * old + weight * v[j * kHead + d];
      most = next;
    }
    for (int d = 0; d < kHead; ++d) out[i * kHead + d] = sums[d] / total;
  }
}

namespace {

float NormalBelow(float x) { return 0.5f * std::erfc(-x * 0.70710678f); }

float Sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

void PlainBlackScholes(float* call, float* put, const float* price, const float* strike, const float* years, int n) {
  constexpr float kRate = 0.02f, kVolatility = 0.3f;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const float root = std::sqrt(years[i]);
    const float d1 = (std::log(price[i] / strike[i]) + (kRate + 0.5f * kVolatility * kVolatility) * years[i]) /
                     (kVolatility * root),
                d2 = d1 - kVolatility * root;
    const float discounted = strike[i] * std::exp(-kRate * years[i]);
    call[i] = price[i] * NormalBelow(d1) - discounted * NormalBelow(d2);
    put[i] = discounted * NormalBelow(-d2) - price[i] * NormalBelow(-d1);
  }
}

void PlainCell(float* hidden, float* cell, const float* gates, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const float kept = Sigmoid(gates[i]), taken = Sigmoid(gates[n + i]), shown = Sigmoid(gates[2 * n + i]);
    const float next = kept * cell[i] + taken * std::tanh(gates[3 * n + i]);
    cell[i] = next;
    hidden[i] = shown * (next > 0 ? next : std::exp(next) - 1);
  }
}
