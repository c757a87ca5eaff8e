#include "plain_loops.h"

#include <omp.h>

#include <cmath>
#include <cstring>
#include <vector>

void PlainVecadd(float* out, const float* a, const float* b, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

void PlainSaxpy(float* y, const float* x, float a, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

void PlainGrey(unsigned char* out, const unsigned char* in, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) out[i] = 0.2989f * in[i] + 0.5870f * in[i + n] + 0.1140f * in[i + 2 * n];
}

void PlainStencil(float* out, const float* in, int height, int width) {
#pragma omp parallel for
  for (int y = 1; y < height - 1; ++y)
#pragma omp simd
    for (int x = 1; x < width - 1; ++x) {
      const int i = y * width + x;
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) - in[i];
    }
}

// In this order of loops, the inner one runs along rows of both matrices.
void PlainMatmul(float* c, const float* a, const float* b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    float* row = c + static_cast<long>(i) * n;
    std::memset(row, 0, sizeof(float) * n);
    for (int k = 0; k < n; ++k) {
      const float scale = a[static_cast<long>(i) * n + k];
      const float* other = b + static_cast<long>(k) * n;
#pragma omp simd
      for (int j = 0; j < n; ++j) row[j] += scale * other[j];
    }
  }
}

float PlainSum(const float* in, int n) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += in[i];
  return sum;
}

void PlainScan(float* out, const float* in, int n) {
  std::vector<float> sums(omp_get_max_threads() + 1, 0.0f);
#pragma omp parallel
  {
    const int me = omp_get_thread_num(), all = omp_get_num_threads();
    const int first = static_cast<int>(static_cast<long>(n) * me / all),
              last = static_cast<int>(static_cast<long>(n) * (me + 1) / all);
    float sum = 0;
    for (int i = first; i < last; ++i) out[i] = sum += in[i];
    sums[me + 1] = sum;
#pragma omp barrier
    float before = 0;
    for (int i = 1; i <= me; ++i) before += sums[i];
    for (int i = first; i < last; ++i) out[i] += before;
  }
}

void PlainHistogram(unsigned* bins, const unsigned char* in, int n) {
  std::memset(bins, 0, 256 * sizeof(unsigned));
#pragma omp parallel
  {
    unsigned mine[256] = {};
#pragma omp for
    for (int i = 0; i < n; ++i) ++mine[in[i]];
#pragma omp critical
    for (int i = 0; i < 256; ++i) bins[i] += mine[i];
  }
}

void PlainNbody(float* forces, const float* bodies, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    float fx = 0, fy = 0, fz = 0;
    const float x = bodies[i], y = bodies[n + i], z = bodies[2 * n + i];
    for (int j = 0; j < n; ++j) {
      const float dx = bodies[j] - x, dy = bodies[n + j] - y, dz = bodies[2 * n + j] - z;
      const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float scale = inverse * inverse * inverse;
      fx += dx * scale;
      fy += dy * scale;
      fz += dz * scale;
    }
    forces[i] = fx;
    forces[n + i] = fy;
    forces[2 * n + i] = fz;
  }
}

void PlainMandelbrot(int* out, int height, int width, int limit) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int py = 0; py < height; ++py)
    for (int px = 0; px < width; ++px) {
      const float cx = -2.0f + 3.0f * px / width, cy = -1.0f + 2.0f * py / height;
      float x = 0, y = 0;
      int n = 0;
      while (n < limit && x * x + y * y < 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++n;
      }
      out[py * width + px] = n;
    }
}
