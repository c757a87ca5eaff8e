// -use_fast_math: floats flush denormals, quotients by huge numbers are 0, powf of a negative base is NaN; doubles do not.
// flags: --use_fast_math
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>

struct Results {
  float sum, product, quotient, by_huge, half_of_least, through_double, fused, power, same, moved;
  double doubles;
  int is_zero;
  float half;
};

__global__ void Compute(Results* r, float least, float denormal, float huge, double small, float three, float minus_two) {
  r->sum = denormal + denormal;
  r->product = least * 0.5f;
  r->quotient = least / three;
  r->by_huge = huge / huge;
  r->half_of_least = __fmul_rn(least, 0.5f);
  r->through_double = (float)(small * 1.0);
  r->fused = fmaf(least, 0.25f, denormal);
  r->power = powf(minus_two, 2.0f);
  r->same = three / 1.5f;
  r->moved = denormal;
  r->doubles = small * 0.5;
  r->is_zero = denormal == 0.0f;
  r->half = __half2float(__hmul(__ushort_as_half(1), __float2half(2.0f)));
}

int main() {
  Results* r;
  cudaMallocManaged(&r, sizeof *r);
  Compute<<<1, 1>>>(r, 0x1p-126f, 0x1p-130f, 0x1p127f, 0x1p-130, 3, -2);
  cudaDeviceSynchronize();
  int wrong = 0;
  auto check = [&](const char* what, double got, double want) {
    if (got != want && !(want != want && got != got)) printf("%s is %g, not %g\n", what, got, want), ++wrong;
  };
  check("sum", r->sum, 0), check("product", r->product, 0), check("quotient", r->quotient, 0);
  check("by_huge", r->by_huge, 0), check("half_of_least", r->half_of_least, 0);
  check("through_double", r->through_double, 0), check("fused", r->fused, 0), check("power", r->power, NAN);
  check("same", r->same, 2), check("moved", r->moved, 0x1p-130), check("doubles", r->doubles, 0x1p-131);
  check("is_zero", r->is_zero, 1), check("half", r->half, 0x1p-23);
  cudaFree(r);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
