// fp8: every code's value from its bits, and rounding to the nearest code, against a search through all of them.

#include <cuda_fp8.h>

#include <cmath>
#include <cstdio>

double value_of(int code, int exponent_bits) {
  const int fraction_bits = 7 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = code >> fraction_bits & ((1 << exponent_bits) - 1), fraction = code & ((1 << fraction_bits) - 1);
  double size = exponent == 0 ? std::ldexp((double)fraction, 1 - bias - fraction_bits)
                              : std::ldexp((double)(fraction + (1 << fraction_bits)), exponent - bias - fraction_bits);
  if (exponent_bits == 4 && (code & 0x7f) == 0x7f) size = NAN;
  if (exponent_bits == 5 && exponent == 31) size = fraction ? NAN : INFINITY;
  return code & 0x80 ? -size : size;
}
// The code nearest to x, ties to the even one, nothing beyond the largest.
int nearest(double x, int exponent_bits) {
  const int largest = exponent_bits == 4 ? 0x7e : 0x7b;
  int best = 0;
  for (int code = 1; code <= largest; ++code) {
    double a = std::fabs(value_of(best, exponent_bits) - std::fabs(x)), b = std::fabs(value_of(code, exponent_bits) - std::fabs(x));
    if (b < a || (b == a && code % 2 == 0)) best = code;
  }
  return best | (std::signbit(x) ? 0x80 : 0);
}

template <class Eight>
__global__ void widen(float* out) {
  Eight x;
  x.__x = (__nv_fp8_storage_t)threadIdx.x;
  out[threadIdx.x] = (float)x;
}
template <class Eight>
__global__ void narrow(const float* in, unsigned char* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = Eight(in[i]).__x;
}
__global__ void vectors(int* bad) {
  __nv_fp8x4_e4m3 four(make_float4(1.0f, -2.5f, 448.0f, 1000.0f));
  float4 back = float4(four);
  if (back.x != 1 || back.y != -2.5f || back.z != 448 || back.w != 448) *bad = __LINE__;
  __nv_fp8x2_e5m2 two(make_float2(0.1f, -70000.0f));
  __half2 pair = __half2(two);
  if (__low2float(pair) != 0.09375f || __high2float(pair) != -57344.0f) *bad = __LINE__;
  if (__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2) != 0x7c || __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3) != 0x7f) *bad = __LINE__;
  if ((int)__nv_fp8_e4m3(-3.7f) != -3 || !(bool)__nv_fp8_e5m2(1)) *bad = __LINE__;
}

int wrong;
template <class Eight>
void check(int exponent_bits) {
  float *in, *values;
  unsigned char* codes;
  const int n = 4096;
  cudaMallocManaged(&in, n * sizeof(float)), cudaMallocManaged(&values, 256 * sizeof(float)), cudaMallocManaged(&codes, n);
  unsigned state = 7;
  for (int i = 0; i < n; ++i) {
    state = state * 1664525u + 1013904223u;
    in[i] = std::ldexp((float)(state >> 8 & 1023) / 512, (int)(state >> 18) % 36 - 18) * (state >> 31 ? -1 : 1);
  }
  widen<Eight><<<1, 256>>>(values);
  narrow<Eight><<<n / 128, 128>>>(in, codes);
  cudaDeviceSynchronize();
  for (int code = 0; code < 256; ++code) {
    double want = value_of(code, exponent_bits);
    if (std::isnan(want) ? !std::isnan(values[code]) : values[code] != want) ++wrong, printf("code %02x is %g\n", code, values[code]);
  }
  for (int i = 0; i < n; ++i)
    if (codes[i] != nearest(in[i], exponent_bits) && ++wrong < 10)
      printf("%g gives %02x, not %02x\n", in[i], codes[i], nearest(in[i], exponent_bits));
}

int main() {
  check<__nv_fp8_e4m3>(4);
  check<__nv_fp8_e5m2>(5);
  int* bad;
  cudaMallocManaged(&bad, sizeof *bad);
  *bad = 0;
  vectors<<<1, 1>>>(bad);
  if (cudaDeviceSynchronize() != cudaSuccess || *bad || wrong) return printf("line %d, %d wrong\n", *bad, wrong), 1;
  printf("ok\n");
}
