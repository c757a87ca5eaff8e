// Each workload as an ordinary CUDA program, timed against the plain loop of plain_loops.cpp in the same run
// (timing.h).
//
//   workloads [REPEATS [kernels]]      `kernels`: only their times, without loops

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "plain_loops.h"
#include "timing.h"

__global__ void vecadd(float* out, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

__global__ void saxpy(float* y, const float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void grey(unsigned char* out, const unsigned char* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989f * in[i] + 0.5870f * in[i + n] + 0.1140f * in[i + 2 * n];
}

__global__ void stencil(float* out, const float* in, int height, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int i = y * width + x;
  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]) - in[i];
}

__global__ void matmul(float* c, const float* a, const float* b, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

constexpr int kTile = 16;
__global__ void matmul_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matmul_dynamic(float* c, const float* a, const float* b, int n, int tile) {
  extern __shared__ float tiles[];
  float *as = tiles, *bs = tiles + tile * tile;
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * tile + x, row = blockIdx.y * tile + y;
  float sum = 0;
  for (int t = 0; t < n; t += tile) {
    as[y * tile + x] = a[row * n + t + x];
    bs[y * tile + x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += as[y * tile + k] * bs[k * tile + x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void sum_tree(float* out, const float* in, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  for (int s = 128; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

__global__ void sum_shuffle(float* out, const float* in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

// Each block scans its part (Hillis and Steele), then adds the total of the blocks before it.
__global__ void scan_parts(float* out, float* sums, const float* in) {
  __shared__ float part[2][256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t, from = 0;
  part[0][t] = in[i];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    part[1 - from][t] = part[from][t] + (t >= d ? part[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[i] = part[from][t];
  if (t == 255) sums[blockIdx.x] = part[from][t];
}
__global__ void scan_add(float* out, const float* before) { out[blockIdx.x * 256 + threadIdx.x] += before[blockIdx.x]; }

__global__ void histogram(unsigned* bins, const unsigned char* in, int n) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void nbody(float* forces, const float* bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float fx = 0, fy = 0, fz = 0, x = bodies[i], y = bodies[n + i], z = bodies[2 * n + i];
  for (int j = 0; j < n; ++j) {
    float dx = bodies[j] - x, dy = bodies[n + j] - y, dz = bodies[2 * n + j] - z;
    float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), scale = inverse * inverse * inverse;
    fx += dx * scale;
    fy += dy * scale;
    fz += dz * scale;
  }
  forces[i] = fx;
  forces[n + i] = fy;
  forces[2 * n + i] = fz;
}

__global__ void mandelbrot(int* out, int height, int width, int limit) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = -2.0f + 3.0f * px / width, cy = -1.0f + 2.0f * py / height, x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y < 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    ++n;
  }
  out[py * width + px] = n;
}

__global__ void empty() {}
__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

int main(int argc, char** argv) {
  if (argc > 1) repeats = std::atoi(argv[1]);
  kernels_only = argc > 2;
  if (!kernels_only) BeginTable();
  const int n = 1 << 22;
  std::vector<float> a(n, 1.5f), b(n, 2.5f), c(n);
  Device<float> da(a), db(b), dc(n);
  Row(
      "vecadd 4M", [&] { vecadd<<<n / 256, 256>>>(dc.at, da.at, db.at, n); },
      [&] { PlainVecadd(c.data(), a.data(), b.data(), n); });
  Row(
      "saxpy 4M", [&] { saxpy<<<n / 256, 256>>>(dc.at, da.at, 0.5f, n); },
      [&] { PlainSaxpy(c.data(), a.data(), 0.5f, n); });

  const int pixels = 1600 * 1066;
  std::vector<unsigned char> colour(3 * pixels), shade(pixels);
  for (int i = 0; i < 3 * pixels; ++i) colour[i] = (i * 2654435761u) >> 13;
  Device<unsigned char> dcolour(colour), dshade(pixels);
  Row(
      "grey 1600x1066", [&] { grey<<<(pixels + 255) / 256, 256>>>(dshade.at, dcolour.at, pixels); },
      [&] { PlainGrey(shade.data(), colour.data(), pixels); });
  Row(
      "stencil 2048x2048, 32x8", [&] { stencil<<<dim3(64, 256), dim3(32, 8)>>>(dc.at, da.at, 2048, 2048); },
      [&] { PlainStencil(c.data(), a.data(), 2048, 2048); });

  const int m = 256;
  Row(
      "matmul 256, plain", [&] { matmul<<<dim3(m / 16, m / 16), dim3(16, 16)>>>(dc.at, da.at, db.at, m); },
      [&] { PlainMatmul(c.data(), a.data(), b.data(), m); });
  Row(
      "matmul 256, tiled 16", [&] { matmul_tiled<<<dim3(m / 16, m / 16), dim3(16, 16)>>>(dc.at, da.at, db.at, m); },
      [&] { PlainMatmul(c.data(), a.data(), b.data(), m); });
  Row(
      "matmul 256, dynamic 16",
      [&] { matmul_dynamic<<<dim3(m / 16, m / 16), dim3(16, 16), 2048>>>(dc.at, da.at, db.at, m, 16); },
      [&] { PlainMatmul(c.data(), a.data(), b.data(), m); });

  const int half = 1 << 20;
  volatile float sink = 0;
  Row(
      "sum 1M, tree", [&] { sum_tree<<<half / 256, 256>>>(dc.at, da.at, half); },
      [&] { sink = PlainSum(a.data(), half); });
  Row(
      "sum 1M, shuffle", [&] { sum_shuffle<<<64, 256>>>(dc.at, da.at, half); },
      [&] { sink = PlainSum(a.data(), half); });
  Device<float> sums(half / 256);
  Row(
      "scan 1M",
      [&] {
        scan_parts<<<half / 256, 256>>>(dc.at, sums.at, da.at);
        scan_add<<<half / 256, 256>>>(dc.at, sums.at);
      },
      [&] { PlainScan(c.data(), a.data(), half); });
  std::vector<unsigned> bins(256);
  Device<unsigned> dbins(bins);
  Row(
      "histogram 1.7M", [&] { histogram<<<64, 256>>>(dbins.at, dcolour.at, pixels); },
      [&] { PlainHistogram(bins.data(), colour.data(), pixels); });

  const int bodies = 2048;
  std::vector<float> places(3 * bodies), forces(3 * bodies);
  for (int i = 0; i < 3 * bodies; ++i) places[i] = std::sin(i * 1.7f);
  Device<float> dplaces(places), dforces(3 * bodies);
  Row(
      "n-body 2048", [&] { nbody<<<bodies / 256, 256>>>(dforces.at, dplaces.at, bodies); },
      [&] { PlainNbody(forces.data(), places.data(), bodies); });
  std::vector<int> counts(512 * 512);
  Device<int> dcounts(512 * 512);
  Row(
      "mandelbrot 512x512", [&] { mandelbrot<<<dim3(32, 32), dim3(16, 16)>>>(dcounts.at, 512, 512, 256); },
      [&] { PlainMandelbrot(counts.data(), 512, 512, 256); });

  if (kernels_only) return 0;
  EndTable();
  auto best = [&](const std::function<void()>& work) {
    double least = 1e30;
    for (int i = 0; i < repeats; ++i) least = std::min(least, TimeOf(work).wall);
    return least * 1e6;
  };
  std::printf("\nan empty launch: %.0f ns\n", best([] {
                                                for (int i = 0; i < 100; ++i) empty<<<1, 32>>>();
                                              }) / 100);
  for (int threads : {32, 256, 1024}) {
    const double with = best([&] { barriers<<<16, threads>>>(101); }),
                 without = best([&] { barriers<<<16, threads>>>(1); });
    std::printf("a barrier, %4d threads a block: %.1f ns a thread, on all cores together\n", threads,
                (with - without) / (16.0 * threads * 100));
  }
  std::printf("10 million blocks: %.1f ns a block\n", best([] { empty<<<10'000'000, 32>>>(); }) / 1e7);
}
