// What vectors do at their edges: lanes that are not there, numbers at the limits, memory that belongs to others. The same
// in every mode of `--engine warps`; more of this in warps.cu.

#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

#define EXPECT(condition) \
  if (!(condition)) {     \
    printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    ++failures;           \
  }
int failures = 0;

// Blocks write every other element of one array at the same time: a store may not put back what it has read between.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
template <class T>
__global__ void WritesItsOwn(T* out, int rounds) {
  const unsigned i = threadIdx.x, parity = blockIdx.x % 2;
  for (int round = 0; round < rounds; ++round)
    if (i % 2 == parity) out[i] = static_cast<T>(out[i] + 1);
}

// Where nobody is, nothing is read: `data` is null then.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void ReadsIfSomebodyDoes(int* out, const int* data, const int* counts) {
  const int t = threadIdx.x;
  int sum = 1;
  for (int i = 0; i < counts[t]; ++i) sum += data[0] + data[i] / data[1];
  if (counts[t] > 100) sum /= data[2];
  out[t] = sum;
}

// Lanes that change one number do so in ascending order, and each sees what the one before has left.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void TakesTurnsInOrder(int* out, int* words) {
  const int t = threadIdx.x;
  out[t] = t % 5 == 3 ? -1 : atomicAdd(&words[0], 1);
  out[32 + t] = atomicExch(&words[1], t);
  out[64 + t] = atomicMax(&words[2], (t * 13) % 32);
}

// Many doubles of many threads cross a barrier.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void KeepsMuch(double* out) {
  const int t = threadIdx.x;
  double mine[60], a = t, b = t * 2.0, c = t * 3.0, d = t / 7.0, e = sqrt(a), f = a * b - c, g = d + e, h = f / (g + 1);
  for (int i = 0; i < 60; ++i) mine[i] = t * 0.5 + i;
  for (int round = 0; round < 3; ++round) {
    __syncthreads();
    a += mine[(t + round) % 60], b -= a, c += b * 0.5, d *= 1.5, e += d, f -= e, g += f * 0.25, h += g;
  }
  out[t] = a + b + c + d + e + f + g + h;
}

// What a lane brings without having set it counts for nobody.
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void BringsNothing(int* out, const int* in) {
  const int t = threadIdx.x;
  int value;
  if (t % 4 == 0) value = in[t];
  const int got = __shfl_sync(~0u, value, t / 4 * 4);
  const unsigned lanes = __ballot_sync(~0u, t % 4 == 0 ? value > 50 : false);
  out[t] = got + static_cast<int>(lanes % 1000);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void RoundsAsOneThread(float* out, int* whole, long long* wide, const float* in) {
  const int t = threadIdx.x;
  const float x = in[t], y = in[(t + 1) % 48];
  out[t] = sqrtf(fabsf(x)) + x / (y == 0 ? 3.0f : y) * 0.5f;
  out[48 + t] = fmaf(x, y, -x);
  out[96 + t] = rintf(x) + truncf(y) + fminf(x, y);
  whole[t] = static_cast<int>(x);
  wide[t] = static_cast<long long>(y) + static_cast<unsigned char>(fabsf(x) < 200 ? fabsf(x) : 0);
}

// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void ReadsFarOutside(int* out, const int* in, int at) {
  if (threadIdx.x == at) out[0] = in[1ll << 40];
}

template <class T>
T* Managed(size_t count) {
  T* data;
  cudaMallocManaged(&data, count * sizeof(T));
  return data;
}

template <class T>
void WritesOfTwoBlocks() {
  constexpr int kThreads = 96, kRounds = 2000;
  T* out = Managed<T>(kThreads);
  for (int i = 0; i < kThreads; ++i) out[i] = 0;
  WritesItsOwn<<<2, kThreads>>>(out, kRounds);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kThreads; ++i) EXPECT(out[i] == static_cast<T>(kRounds));
}

// Halves are passed between lanes and become bytes: LLVM 19 turned a compare of theirs around.
struct Rows {
  unsigned char* rows;
  const unsigned* in;
  unsigned zero;
};
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void ComparesHalves(const Rows m) {
  const unsigned n = blockDim.x * blockDim.y * blockDim.z, block = blockIdx.x;
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = t % 32u;
  const half scaled = __float2half(static_cast<float>(block)) * __float2half(54.43f);
  unsigned row = __syncthreads_or(lane > 3);
  row ^= m.in[2027u - t] / (row ^ m.zero);
  const half passed = __shfl_down_sync(~0u, scaled / scaled, static_cast<int>((lane * 7u + 3u) & 31u), 16);
  m.rows[(block * 4u + (row & 3u)) * n + t] = static_cast<unsigned char>(__half2float(passed));
}

// What is computed lane by lane, and is the same for all of a row, or for all of a column.
__device__ __noinline__ double Slowly(int x, const double* table) { return x < 0 ? 0.5 : table[x] + x / 3; }
// expect: runs on whole warps: the threads of a warp meet at each barrier together
__global__ void CallsByRowAndColumn(double* out, const double* table, int odd) {
  const int x = threadIdx.x, y = threadIdx.y, t = x + blockDim.x * y;
  double result = 2 * sin(static_cast<double>(y)) + 3 * exp(-0.25 * x);
  if ((x + y) % 3 != odd) result += 4 * Slowly(y, table) - Slowly(x, table) * 0.5;
  if (y % 2 == odd) result += Slowly(x + 1, table) * 8;
  out[t] = result + floor(sin(y * 0.5) * 10);
}

int main() {
  WritesOfTwoBlocks<int>();
  WritesOfTwoBlocks<unsigned char>();
  WritesOfTwoBlocks<double>();

  int *counts = Managed<int>(64), *out = Managed<int>(96), *words = Managed<int>(3), *data = Managed<int>(8);
  for (int i = 0; i < 64; ++i) counts[i] = 0;
  ReadsIfSomebodyDoes<<<1, 64>>>(out, nullptr, counts);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT(out[i] == 1);
  for (int i = 0; i < 8; ++i) data[i] = i + 1;
  for (int i = 0; i < 64; ++i) counts[i] = i % 9 == 4 ? i % 8 : 0;
  ReadsIfSomebodyDoes<<<1, 64>>>(out, data, counts);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < 64; ++t) {
    int sum = 1;
    for (int i = 0; i < counts[t]; ++i) sum += 1 + (i + 1) / 2;
    EXPECT(out[t] == sum);
  }

  words[0] = 100, words[1] = -5, words[2] = -1;
  TakesTurnsInOrder<<<1, 32>>>(out, words);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0, next = 100, most = -1; t < 32; ++t) {
    EXPECT(out[t] == (t % 5 == 3 ? -1 : next++));
    EXPECT(out[32 + t] == (t ? t - 1 : -5));
    EXPECT(out[64 + t] == most);
    most = std::max(most, t * 13 % 32);
  }

  double* much = Managed<double>(1024);
  KeepsMuch<<<1, 1024>>>(much);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < 1024; ++t) {
    double a = t, b = t * 2.0, c = t * 3.0, d = t / 7.0, e = std::sqrt(a), f = std::fma(a, b, -c), g = d + e, h = f / (g + 1);
    for (int round = 0; round < 3; ++round) {
      a += t * 0.5 + (t + round) % 60, b -= a, c = std::fma(b, 0.5, c), d *= 1.5, e += d, f -= e, g = std::fma(f, 0.25, g), h += g;
    }
    EXPECT(much[t] == a + b + c + d + e + f + g + h);
  }

  int* in = Managed<int>(64);
  for (int i = 0; i < 64; ++i) in[i] = i * 37 % 101;
  BringsNothing<<<1, 64>>>(out, in);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (int t = 0; t < 64; ++t) {
    unsigned lanes = 0;
    for (int lane = 0; lane < 32; lane += 4) lanes |= unsigned(in[t / 32 * 32 + lane] > 50) << lane;
    EXPECT(out[t] == in[t / 4 * 4] + static_cast<int>(lanes % 1000));
  }

  float *reals = Managed<float>(48), *rounded = Managed<float>(144);
  int* whole = Managed<int>(48);
  long long* wide = Managed<long long>(48);
  const float edges[] = {0.0f, -0.0f, 0.1f, -2.5f, 3.5f, 1e10f, -1e10f, 1e30f, INFINITY, -INFINITY, 2147483520.0f, 1e-40f};
  for (int i = 0; i < 48; ++i) reals[i] = edges[i % 12] * (i < 12 ? 1 : 1 + i / 12 * 0.25f);
  RoundsAsOneThread<<<1, 48>>>(rounded, whole, wide, reals);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  auto same = [](float a, float b) { return a == b || (a != a && b != b); };
  for (int t = 0; t < 48; ++t) {
    const float x = reals[t], y = reals[(t + 1) % 48];
    EXPECT(same(rounded[t], std::fma(x / (y == 0 ? 3.0f : y), 0.5f, std::sqrt(std::fabs(x)))));
    EXPECT(same(rounded[48 + t], std::fma(x, y, -x)));
    EXPECT(same(rounded[96 + t], std::nearbyint(x) + std::trunc(y) + std::fmin(x, y)));
    // A number that is too large becomes the nearest one, as on a GPU.
    EXPECT(whole[t] == (x >= 2147483648.0f ? 2147483647 : x < -2147483648.0f ? -2147483647 - 1 : static_cast<int>(x)));
    const long long limit = 0x7fffffffffffffff;
    const long long far = y >= 9.3e18f ? limit : y < -9.3e18f ? -limit - 1 : static_cast<long long>(y);
    EXPECT(wide[t] == static_cast<long long>(static_cast<unsigned long long>(far) +
                                             static_cast<unsigned char>(std::fabs(x) < 200 ? std::fabs(x) : 0)));
  }

  double *table = Managed<double>(33), *results = Managed<double>(256);
  for (int i = 0; i < 33; ++i) table[i] = i * 1.5;
  for (const dim3 block : {dim3(16, 16), dim3(8, 8), dim3(16, 3), dim3(5, 7), dim3(32, 4)})
    for (int odd = 0; odd < 2; ++odd) {
      CallsByRowAndColumn<<<1, block>>>(results, table, odd);
      EXPECT(cudaDeviceSynchronize() == cudaSuccess);
      for (int t = 0; t < static_cast<int>(block.x * block.y); ++t) {
        const int x = t % block.x, y = t / block.x;
        double wanted = 2 * std::sin(static_cast<double>(y)) + 3 * std::exp(-0.25 * x);
        if ((x + y) % 3 != odd) wanted += 4 * (table[y] + y / 3) - (table[x] + x / 3) * 0.5;
        if (y % 2 == odd) wanted += (table[x + 1] + (x + 1) / 3) * 8;
        wanted += std::floor(std::sin(y * 0.5) * 10);
        EXPECT(std::fabs(results[t] - wanted) < 1e-9);
      }
    }

  unsigned char* rows = Managed<unsigned char>(8 * 256);
  unsigned* numbers = Managed<unsigned>(2028);
  for (unsigned i = 0; i < 2028; ++i) numbers[i] = i * 2654435761u >> 7;
  ComparesHalves<<<2, dim3(16, 16)>>>({rows, numbers, 0});
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned t = 0; t < 256; ++t) EXPECT(rows[(4 + ((1 ^ numbers[2027 - t]) & 3)) * 256 + t] == 1);

  ReadsFarOutside<<<3, 64>>>(out, in, 100);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  ReadsFarOutside<<<3, 64>>>(out, in, 40);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);

  if (failures == 0) printf("ok\n");
  return failures != 0;
}
