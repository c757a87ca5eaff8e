// Undefined integer divisions, overflow, limits of bit intrinsics, NaN in minima, payloads, denormals.
#include "show.h"

struct Operands {
  int zero = 0, one = 1, seven = 7, minus = -1, min = static_cast<int>(0x80000000u), max = 0x7fffffff;
  unsigned uzero = 0, umax = 0xffffffffu, bits = 0x12345678u, other = 0x9abcdef0u;
  long long lzero = 0, lone = 1, lmin = static_cast<long long>(0x8000000000000000ull), lminus = -1,
            lmax = 0x7fffffffffffffffll;
  unsigned long long ulzero = 0, ulone = 1;
  unsigned quiet = 0x7fc12345u, signalling = 0x7f812345u, negative_nan = 0xffc00001u, tiny = 1, smallest = 0x00800000u;
  unsigned long long d_quiet = 0x7ff8000012345678ull, d_signalling = 0x7ff0000012345678ull;
  float fzero = 0, fone = 1, ftwo = 2, third = 1.0f / 3, inf = __builtin_inff(), fmax = 3.4028235e38f;
  double dzero = 0, done = 1, dthird = 1.0 / 3;
};

__global__ void Integers(const Operands v) {
  SHOW(v.seven / v.zero);
  SHOW(v.minus / v.zero);
  SHOW(v.seven % v.zero);
  SHOW(v.umax / v.uzero);
  SHOW(v.bits % v.uzero);
  SHOW(v.lone / v.lzero);
  SHOW(v.lone % v.lzero);
  SHOW(v.ulone / v.ulzero);
  SHOW(v.ulone % v.ulzero);
  SHOW(v.min / v.minus);
  SHOW(v.min % v.minus);
  SHOW(v.lmin / v.lminus);
  SHOW(v.lmin % v.lminus);
  SHOW(v.max + v.one);
  SHOW(v.min - v.one);
  SHOW(v.max * v.seven);
  SHOW(-v.min);
  SHOW(abs(v.min));
  SHOW(v.lmax + v.lone);
  SHOW(llabs(v.lmin));
  SHOW(__clz(v.zero));
  SHOW(__clzll(v.lzero));
  SHOW(__ffs(v.zero));
  SHOW(__ffsll(v.lzero));
  SHOW(__ffs(v.min));
  SHOW(__popc(v.umax));
  SHOW(__brev(v.bits));
  SHOW(__byte_perm(v.bits, v.other, 0x7531));
  SHOW(__byte_perm(v.bits, v.other, 0x9bdf));
  SHOW(__byte_perm(v.bits, v.other, 0xffff8888));
  SHOW(__sad(v.min, v.max, v.uzero));
  SHOW(__usad(v.umax, v.uzero, v.umax));
  SHOW(__mul24(v.max, v.max));
  SHOW(__umul24(v.umax, v.umax));
  SHOW(__mulhi(v.min, v.min));
  SHOW(__umulhi(v.umax, v.umax));
  SHOW(__mul64hi(v.lmin, v.lmin));
  SHOW(__hadd(v.max, v.max));
  SHOW(__rhadd(v.min, v.min));
  SHOW(__uhadd(v.umax, v.umax));
  SHOW(__vadd4(v.bits, v.umax));
  SHOW(__vaddss2(0x7fff8000u, 0x00018000u));
  SHOW(__vabsdiffs4(0x7f80007fu, 0x807f7f80u));
  SHOW(__dp4a(static_cast<int>(v.bits), static_cast<int>(v.other), v.max));
}

__global__ void MinimaAndNan(const Operands v) {
  const float quiet = __uint_as_float(v.quiet), signalling = __uint_as_float(v.signalling);
  const float negative = __uint_as_float(v.negative_nan);
  const double d_quiet = __longlong_as_double(v.d_quiet), d_signalling = __longlong_as_double(v.d_signalling);
  SHOW(fminf(quiet, v.fone));
  SHOW(fminf(v.fone, quiet));
  SHOW(fmaxf(quiet, quiet));
  SHOW(fmaxf(signalling, v.fone));
  SHOW(fminf(v.fzero, -v.fzero));
  SHOW(fmaxf(-v.fzero, v.fzero));
  SHOW(fmin(d_quiet, v.done));
  SHOW(fmax(d_quiet, d_quiet));
  SHOW(fmin(v.dzero, -v.dzero));
  SHOW(quiet + v.fone);
  SHOW(quiet * quiet);
  SHOW(-quiet);
  SHOW(fabsf(negative));
  SHOW(fmaf(quiet, v.fone, v.fone));
  SHOW(signalling + v.fzero);
  SHOW(v.inf - v.inf);
  SHOW(v.inf * v.fzero);
  SHOW(v.fzero / v.fzero);
  SHOW(sqrtf(-v.fone));
  SHOW(rsqrtf(-v.fone));
  SHOW(logf(-v.fone));
  SHOW(fmodf(v.fone, v.fzero));
  SHOW(d_quiet + v.done);
  SHOW(d_signalling * v.done);
  SHOW(v.dzero / v.dzero);
  SHOW(sqrt(-v.done));
  SHOW(copysignf(quiet, -v.fone));
  SHOW(__fadd_rn(quiet, v.fone));
  SHOW(static_cast<double>(quiet));
  SHOW(static_cast<float>(d_quiet));
  SHOW(quiet < v.fone);
  SHOW(quiet != quiet);
  SHOW(isnan(signalling) != 0);
  SHOW(__hmin(__ushort_as_half(0x7e01), __float2half(1)));
  SHOW(__hmax_nan(__ushort_as_half(0x7e01), __float2half(1)));
  SHOW(__hadd(__ushort_as_half(0x7e01), __float2half(1)));
  SHOW(__hmul(__ushort_as_half(0x7bff), __float2half(2)));
}

__global__ void Floats(const Operands v) {
  const float tiny = __uint_as_float(v.tiny), smallest = __uint_as_float(v.smallest);
  SHOW(tiny + tiny);
  SHOW(tiny * v.ftwo);
  SHOW(smallest / v.ftwo);
  SHOW(v.fone / tiny);
  SHOW(sqrtf(tiny));
  SHOW(fmaf(smallest, v.third, tiny));
  SHOW(v.third * v.third + v.third);
  SHOW(v.fone / v.third);
  SHOW(v.fone / v.fzero);
  SHOW(v.fmax * v.ftwo);
  SHOW(v.third * v.third - v.third * v.third);
  SHOW(v.dthird * v.dthird + v.dthird);
  SHOW(__fadd_ru(v.third, v.third * v.third));
  SHOW(__fadd_rd(v.third, v.third * v.third));
  SHOW(__fmul_rz(v.third, v.third));
  SHOW(__fdiv_ru(v.fone, v.third));
  SHOW(__fsqrt_rd(v.ftwo));
  SHOW(__fmaf_ru(v.third, v.third, v.third));
  SHOW(__frcp_rn(v.third));
  SHOW(__dmul_ru(v.dthird, v.dthird));
  SHOW(__ddiv_rd(v.done, v.dthird));
  SHOW(__dsqrt_ru(v.dthird));
  SHOW(__saturatef(__uint_as_float(v.quiet)));
  SHOW(__saturatef(v.inf));
  SHOW(rintf(2.5f * v.fone));
  SHOW(roundf(2.5f * v.fone));
  SHOW(nearbyintf(-0.5f * v.fone));
  SHOW(lrintf(v.inf));
  SHOW(llroundf(-v.inf));
  SHOW(ldexpf(v.fone, v.max));
  SHOW(scalbnf(v.fone, -149));
  SHOW(ilogbf(v.fzero));
  SHOW(ilogbf(__uint_as_float(v.quiet)));
  SHOW(logbf(tiny));
  SHOW(nextafterf(v.fzero, v.fone));
  SHOW(remainderf(v.ftwo, v.third));
  SHOW(fdimf(v.fone, __uint_as_float(v.quiet)));
  SHOW(powf(-v.fone, v.inf));
  SHOW(powf(v.fzero, v.fzero));
  SHOW(hypotf(v.inf, __uint_as_float(v.quiet)));
}

int main() {
  const Operands operands;
  Integers<<<1, 1>>>(operands);
  MinimaAndNan<<<1, 1>>>(operands);
  Floats<<<1, 1>>>(operands);
  return Ended();
}
