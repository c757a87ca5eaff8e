#include "tests/fuzz/engines/program.h"

#include <fmt/format.h>

#include "tests/fuzz/engines/kernel_text.h"

namespace lockstep::fuzz {
namespace {

constexpr char kPrelude[] = R"(#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef int i32; typedef unsigned u32; typedef long long i64; typedef unsigned long long u64;

struct Memory {
  const i8* in_i8; const u8* in_u8; const i16* in_i16; const u16* in_u16; const i32* in_i32; const u32* in_u32;
  const i64* in_i64; const u64* in_u64; const float* in_float; const double* in_double;
  u64* out;
  u8 *own_u8, *rows_u8; i16 *own_i16, *rows_i16; i32 *own_i32, *rows_i32; u32 *own_u32, *rows_u32; u64 *own_u64, *rows_u64;
  float *own_float, *rows_float; double *own_double, *rows_double;
  u32* counters_u32; i32* counters_i32; u64* counters_u64;
  u32 zero, p0; i32 p1; u64 p2;
};

template <class T> __device__ u64 Bits(T value) { return (u64)value; }
__device__ u64 Bits(float value) { return value != value ? 1 : (u64)__float_as_uint(value); }
__device__ u64 Bits(double value) { return value != value ? 1 : (u64)__double_as_longlong(value); }
__device__ u64 Bits(half value) { return __hisnan(value) ? 1 : (u64)__half_as_ushort(value); }
__device__ u64 Mix(u64 h, u64 value) { return (h ^ value) * 1099511628211ull; }
__device__ u32 InWarp(u32 warp, u32 index, u32 n) { return min(warp * 32u + index % 32u, n - 1u); }
// The number of one of the lanes of `lanes`, which is not 0.
__device__ u32 OneOf(u32 lanes, u32 which) {
  for (u32 left = which % __popc(lanes); left > 0u; --left) lanes &= lanes - 1u;
  return __ffs(lanes) - 1;
}
template <class T, class F> struct Cast { static __device__ T Of(F value) { return (T)value; } };
template <class T> struct Cast<T, half> { static __device__ T Of(half value) { return (T)__half2float(value); } };
template <class F> struct Cast<half, F> { static __device__ half Of(F value) { return __float2half((float)value); } };
template <> struct Cast<half, half> { static __device__ half Of(half value) { return value; } };
template <class T, class F> __device__ T To(F value) { return Cast<T, F>::Of(value); }

struct Record {
  u32 a; i16 b; u64 c; float d;
  __device__ void Change(i64 by) { if (by & 1) { a += (u32)by; return; } b = (i16)(b - by); c ^= (u64)by; d = d * 0.5f + (float)(by & 255); }
  __device__ u64 Sum() const { return a ^ (u64)(i64)b * 31u ^ c ^ Bits(d); }
};
__device__ Record MakeRecord(u32 a, float d) { return Record{a, (i16)(a >> 3), a * 77ull, d}; }
)";

constexpr char kHost[] = R"(
struct Shape { dim3 block; u32 p0; i32 p1; u64 p2; float p3; };
const Shape shapes[] = {
    {dim3(1), 5, -3, 0x7ffffff0, 1.5f}, {dim3(7), 0xfffffff0u, 12, 3, -2.0f}, {dim3(16), 31, 0x7ffffff0, 0xfffffffffffffff0ull, 7.0f},
    {dim3(33), 2, -2147483647 - 1, 11, 0.25f}, {dim3(8, 8), 0x7ffffff0, 1, 4096, 1e9f}, {dim3(16, 16), 17, -31, 0x80000000ull, 3.0f},
    {dim3(5, 7, 3), 100, 6, 0, -0.0f}, {dim3(1024), 9, -1, 0xffffffffull, 2.0f}, {dim3(16, 3), 3, 2, 8, 64.0f}, {dim3(96), 0, 0, 1, 0.5f}};
constexpr int kShapes = sizeof shapes / sizeof *shapes, kBlocks = 2, kInputs = 2048, kCounters = 32;

u64 state;
u64 Next() { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }

template <class T> T* Room(size_t count) { T* room; cudaMalloc((void**)&room, count * sizeof(T)); return room; }
template <class T> void Fill(const T*& array, T (*make)(u64)) {
  static T values[kInputs];
  for (T& value : values) value = make(Next());
  T* room = Room<T>(kInputs);
  cudaMemcpy(room, values, sizeof values, cudaMemcpyHostToDevice);
  array = room;
}
// Small numbers, edges, and anything.
template <class T> T Whole(u64 bits) { return (T)(bits % 3 == 0 ? bits >> 8 : bits % 3 == 1 ? (bits >> 8) % 40 : ~0ull << ((bits >> 8) % 64)); }
template <class T> T Real(u64 bits) { return (T)((i64)(bits % 20001) - 10000) * (bits % 5 ? (T)0.125 : (T)1e6); }

struct Written { void* at; size_t bytes; };
Written written[24];
int count = 0;
template <class T> void Output(T*& array, size_t elements, int fill) {
  array = Room<T>(elements);
  cudaMemset(array, fill, elements * sizeof(T));
  written[count++] = {array, elements * sizeof(T)};
}

bool Run(const Kernel& kernel, int shape, bool show) {
  const Shape& s = shapes[shape];
  const int threads = s.block.x * s.block.y * s.block.z, all = threads * kBlocks;
  Memory m = inputs;
  m.p0 = s.p0; m.p1 = s.p1; m.p2 = s.p2; m.zero = 0;
  count = 0;
  Output(m.out, all, 0);
  Output(m.own_u8, all * 4, 1); Output(m.rows_u8, all * 4, 2); Output(m.own_i16, all * 4, 3); Output(m.rows_i16, all * 4, 4);
  Output(m.own_i32, all * 4, 5); Output(m.rows_i32, all * 4, 6); Output(m.own_u32, all * 4, 7); Output(m.rows_u32, all * 4, 8);
  Output(m.own_u64, all * 4, 9); Output(m.rows_u64, all * 4, 10); Output(m.own_float, all * 4, 64); Output(m.rows_float, all * 4, 65);
  Output(m.own_double, all * 4, 64); Output(m.rows_double, all * 4, 65);
  Output(m.counters_u32, kCounters, 1); Output(m.counters_i32, kCounters, 1); Output(m.counters_u64, kCounters, 1);
  kernel.function<<<kBlocks, s.block, 8192>>>(m, s.p0, s.p1, s.p2, s.p3);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) { printf("kernel%d shape %d: %s\n", kernel.number, shape, cudaGetErrorString(error)); return false; }
  u64 sum = 14695981039346656037ull;
  for (int i = 0; i < count; ++i) {
    u8* bytes = (u8*)malloc(written[i].bytes);
    cudaMemcpy(bytes, written[i].at, written[i].bytes, cudaMemcpyDeviceToHost);
    Canonical(i, bytes, written[i].bytes);
    for (size_t at = 0; at < written[i].bytes; at += 8) {
      u64 word = 0;
      memcpy(&word, bytes + at, written[i].bytes - at < 8 ? written[i].bytes - at : 8);
      sum = (sum ^ word) * 1099511628211ull;
      sum ^= sum >> 29;
      if (show) printf("array %d byte %zu: %016llx\n", i, at, word);
    }
    free(bytes);
    cudaFree(written[i].at);
  }
  printf("kernel%d shape %d: %016llx\n", kernel.number, shape, sum);
  return true;
}

int main(int argc, char** argv) {
  state = 88172645463325252ull;
  Fill(inputs.in_i8, Whole<i8>); Fill(inputs.in_u8, Whole<u8>); Fill(inputs.in_i16, Whole<i16>); Fill(inputs.in_u16, Whole<u16>);
  Fill(inputs.in_i32, Whole<i32>); Fill(inputs.in_u32, Whole<u32>); Fill(inputs.in_i64, Whole<i64>); Fill(inputs.in_u64, Whole<u64>);
  Fill(inputs.in_float, Real<float>); Fill(inputs.in_double, Real<double>);
  const int only = argc > 1 ? atoi(argv[1]) : -1, shape = argc > 2 ? atoi(argv[2]) : -1;
  for (const Kernel& kernel : kernels)
    for (int s = 0; s < kShapes; ++s) {
      if ((only >= 0 && only != kernel.number) || (shape >= 0 && shape != s)) continue;
      if (kernel.is_flat && shapes[s].block.y > 1) continue;
      if (!Run(kernel, s, argc > 2)) return 1;
    }
  printf("ok\n");
}
)";

constexpr char kKernel[] = R"(struct Kernel {
  void (*function)(Memory, u32, i32, u64, float);
  int number;
  bool is_flat;
};
)";

// The sign and payload of a NaN are the processor's.
constexpr char kCanonical[] = R"(
void Canonical(int array, u8* bytes, size_t size) {
  for (size_t at = 0; (array == 11 || array == 12) && at < size; at += 4) {
    float value;
    memcpy(&value, bytes + at, 4);
    if (value != value) memset(bytes + at, 0xff, 4);
  }
  for (size_t at = 0; array > 12 && array < 15 && at < size; at += 8) {
    double value;
    memcpy(&value, bytes + at, 8);
    if (value != value) memset(bytes + at, 0xff, 8);
  }
}
)";

}  // namespace

std::string WriteEngineProgram(std::uint64_t seed, int kernels, int only) {
  Dice dice(seed);
  std::string text = kPrelude, table;
  std::vector<Function> functions;
  for (unsigned i = 0; i < 3; ++i) {
    const Function function{fmt::format("function{}", i), dice.Pick(kTypes)};
    text += KernelText(seed * 1000 + 900 + i, {}).FunctionNamed(function.name, function.result);
    functions.push_back(function);
  }
  for (int k = 0; k < kernels; ++k) {
    const std::string name = fmt::format("kernel{}", k);
    const bool is_flat = dice.Chance(50);
    if (only >= 0 && only != k) continue;
    text += KernelText(seed * 1000 + static_cast<unsigned>(k), functions).KernelNamed(name, is_flat);
    table += fmt::format("{{{}, {}, {}}}, ", name, k, is_flat);
  }
  return text + fmt::format("\n{}const Kernel kernels[] = {{{}}};\nMemory inputs;\n", kKernel, table) + kCanonical +
         kHost;
}

}  // namespace lockstep::fuzz
