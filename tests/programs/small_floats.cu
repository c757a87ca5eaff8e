// Floats of six and four bits, and scales of eight: every value, and roundings against a search for the nearest.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

static int wrong = 0;

struct Kind {
  int fraction_bits, bias, bits;
};

// IEEE 754's formula; every code is a number.
static double ValueOf(const Kind& kind, int code) {
  const int size = code & ((1 << (kind.bits - 1)) - 1), exponent = size >> kind.fraction_bits;
  const int fraction = size & ((1 << kind.fraction_bits) - 1), whole = exponent ? fraction + (1 << kind.fraction_bits) : fraction;
  const double value = std::ldexp(whole, (exponent ? exponent : 1) - kind.bias - kind.fraction_bits);
  return code >> (kind.bits - 1) ? -value : value;
}

static int NearestTo(const Kind& kind, double x) {
  const int largest = (1 << (kind.bits - 1)) - 1, sign = std::signbit(x) ? largest + 1 : 0;
  if (x != x) return largest;
  int best = 0;
  for (int code = 0; code <= largest; ++code) {
    const double distance = std::fabs(std::fabs(x) - ValueOf(kind, code)), least = std::fabs(std::fabs(x) - ValueOf(kind, best));
    if (distance < least || (distance == least && code % 2 == 0)) best = code;
  }
  return std::fabs(x) > ValueOf(kind, largest) ? sign | largest : sign | best;
}

constexpr int kNumbers = 4096;
template <class Small>
__global__ void Round(unsigned char* codes, const float* numbers) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  codes[i] = Small(numbers[i]).__x;
}
template <class Small>
__global__ void Widen(float* values, int* wholes) {
  Small x;
  x.__x = threadIdx.x;
  values[threadIdx.x] = float(x);
  wholes[threadIdx.x] = int(x);
}

template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  return made;
}

template <class Small>
static void Try(const char* name, const Kind& kind) {
  float *numbers = Make<float>(kNumbers), *values = Make<float>(64);
  unsigned char* codes = Make<unsigned char>(kNumbers);
  int* wholes = Make<int>(64);
  for (int i = 0; i < kNumbers; ++i) numbers[i] = (i - kNumbers / 2) / 64.0f;
  const float special[] = {INFINITY, -INFINITY, NAN, -0.0f, 1e-40f, 3e38f, 0.0624999f, 0.0625001f};
  memcpy(numbers, special, sizeof special);
  Round<Small><<<kNumbers / 256, 256>>>(codes, numbers);
  Widen<Small><<<1, 1 << kind.bits>>>(values, wholes);
  cudaDeviceSynchronize();
  for (int i = 0; i < kNumbers; ++i) {
    const int want = NearestTo(kind, numbers[i]), host = Small((double)numbers[i]).__x;
    if ((codes[i] != want || host != want) && ++wrong < 20) printf("%s of %a: %d and %d, not %d\n", name, numbers[i], codes[i], host, want);
  }
  for (int code = 0; code < 1 << kind.bits; ++code)
    if ((values[code] != (float)ValueOf(kind, code) || wholes[code] != (int)ValueOf(kind, code)) && ++wrong < 20)
      printf("%s %d: %g, %d\n", name, code, values[code], wholes[code]);
  cudaFree(numbers), cudaFree(values), cudaFree(codes), cudaFree(wholes);
}

__global__ void Vectors(float* out) {
  const __nv_fp4x2_e2m1 two(float2{1.5f, -6.0f});
  const __nv_fp4x4_e2m1 four(float4{0.5f, 1.0f, 2.0f, 100.0f});
  const __nv_fp6x4_e3m2 wide(float4{28.0f, -0.0625f, 3.5f, 16.0f});
  const float2 a = float2(two);
  const float4 b = float4(four), c = float4(wide);
  const float got[] = {a.x, a.y, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w};
  for (int i = 0; i < 10; ++i) out[i] = got[i];
}

__global__ void Scales(float* out, unsigned char* codes) {
  const float numbers[] = {1.0f, 1.0001f, 0.75f, -8.0f, 0.0f, 1e-45f, 3e38f, INFINITY, NAN};
  for (int i = 0; i < 9; ++i) {
    codes[i] = __nv_fp8_e8m0(numbers[i]).__x;
    codes[9 + i] = __nv_cvt_float_to_e8m0(numbers[i], __NV_NOSAT, cudaRoundZero);
  }
  for (int i = 0; i < 256; ++i) {
    __nv_fp8_e8m0 scale;
    scale.__x = i;
    out[i] = float(scale);
  }
}

static void TryScales() {
  float* values = Make<float>(256);
  unsigned char* codes = Make<unsigned char>(18);
  const int want[] = {127, 128, 127, 130, 0, 0, 254, 254, 255, 127, 127, 126, 130, 0, 0, 254, 255, 255};
  Scales<<<1, 1>>>(values, codes);
  cudaDeviceSynchronize();
  for (int i = 0; i < 18; ++i)
    if (codes[i] != want[i] && ++wrong < 20) printf("e8m0 %d: %d, not %d\n", i, codes[i], want[i]);
  for (int i = 0; i < 255; ++i)
    if (values[i] != std::ldexp(1.0f, i - 127) && ++wrong < 20) printf("e8m0 %d is %g\n", i, values[i]);
  if (values[255] == values[255]) ++wrong;
  cudaFree(values), cudaFree(codes);
}

int main() {
  Try<__nv_fp4_e2m1>("e2m1", {1, 1, 4});
  Try<__nv_fp6_e2m3>("e2m3", {3, 1, 6});
  Try<__nv_fp6_e3m2>("e3m2", {2, 3, 6});
  TryScales();
  float* out = Make<float>(10);
  Vectors<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  const float want[] = {1.5f, -6, 0.5f, 1, 2, 6, 28, -0.0625f, 3.5f, 16};
  for (int i = 0; i < 10; ++i)
    if (out[i] != want[i] && ++wrong < 20) printf("vector %d: %g\n", i, out[i]);
  cudaFree(out);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
