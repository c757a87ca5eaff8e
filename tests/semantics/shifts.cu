// Shifts by the width and more: C++ leaves them undefined, PTX clamps the count.
#include "show.h"

struct Operands {
  int one = 1, minus = -5, top = static_cast<int>(0x80000001u);
  unsigned u = 0x80000001u;
  long long l = static_cast<long long>(0x8000000000000001ull), small = -5;
  unsigned long long ul = 0x8000000000000001ull;
  short s = -32767;
  unsigned short us = 0x8001;
  signed char c = -127;
  unsigned char uc = 0x81;
  int n0 = 0, n7 = 7, n8 = 8, n15 = 15, n16 = 16, n31 = 31, n32 = 32, n33 = 33, n63 = 63, n64 = 64, n65 = 65,
      n255 = 255, n256 = 256, negative = -1, low = static_cast<int>(0x80000000u);
  unsigned un40 = 40;
  long long ln32 = 32, ln64 = 64, far = 1ll << 32;
};

__global__ void Left(const Operands v) {
  SHOW(v.one << v.n31);
  SHOW(v.one << v.n32);
  SHOW(v.one << v.n33);
  SHOW(v.one << v.n64);
  SHOW(v.one << v.n255);
  SHOW(v.one << v.n256);
  SHOW(v.one << v.negative);
  SHOW(v.one << v.low);
  SHOW(v.one << v.un40);
  SHOW(v.u << v.n0);
  SHOW(v.u << v.n32);
  SHOW(v.u << v.ln32);
  SHOW(v.u << v.ln64);
  SHOW(v.ul << v.n32);
  SHOW(v.ul << v.n63);
  SHOW(v.ul << v.n64);
  SHOW(v.ul << v.n65);
  SHOW(v.ul << v.negative);
  SHOW(v.ul << v.ln64);
  SHOW(v.s << v.n16);
  SHOW(v.us << v.n32);
  SHOW(static_cast<short>(v.s << v.n15));
  SHOW(static_cast<unsigned char>(v.uc << v.n8));
}

__global__ void Right(const Operands v) {
  SHOW(v.top >> v.n31);
  SHOW(v.top >> v.n32);
  SHOW(v.top >> v.n33);
  SHOW(v.top >> v.negative);
  SHOW(v.minus >> v.n255);
  SHOW(v.one >> v.n32);
  SHOW(v.u >> v.n31);
  SHOW(v.u >> v.n32);
  SHOW(v.u >> v.n64);
  SHOW(v.u >> v.negative);
  SHOW(v.u >> v.un40);
  SHOW(v.l >> v.n63);
  SHOW(v.l >> v.n64);
  SHOW(v.l >> v.n65);
  SHOW(v.small >> v.n255);
  SHOW(v.small >> v.negative);
  SHOW(v.ul >> v.n63);
  SHOW(v.ul >> v.n64);
  SHOW(v.ul >> v.negative);
  SHOW(v.s >> v.n16);
  SHOW(v.us >> v.n16);
  SHOW(v.c >> v.n8);
  SHOW(v.uc >> v.n7);
  SHOW(v.uc >> v.n32);
}

__global__ void Assigning(Operands v) {
  v.u <<= v.n32;
  SHOW(v.u);
  v.top >>= v.n33;
  SHOW(v.top);
  v.ul >>= v.n64;
  SHOW(v.ul);
  v.us <<= v.n16;
  SHOW(v.us);
  v.c >>= v.n31;
  SHOW(v.c);
}

__global__ void Funnel(const Operands v) {
  SHOW(__funnelshift_l(v.u, v.one, v.n31));
  SHOW(__funnelshift_l(v.u, v.one, v.n32));
  SHOW(__funnelshift_l(v.u, v.one, v.n33));
  SHOW(__funnelshift_lc(v.u, v.one, v.n31));
  SHOW(__funnelshift_lc(v.u, v.one, v.n32));
  SHOW(__funnelshift_lc(v.u, v.one, v.n33));
  SHOW(__funnelshift_r(v.u, v.one, v.n32));
  SHOW(__funnelshift_r(v.u, v.one, v.n33));
  SHOW(__funnelshift_rc(v.u, v.one, v.n32));
  SHOW(__funnelshift_rc(v.u, v.one, v.n33));
}

int main() {
  const Operands operands;
  Left<<<1, 1>>>(operands);
  Right<<<1, 1>>>(operands);
  Assigning<<<1, 1>>>(operands);
  Funnel<<<1, 1>>>(operands);
  return Ended();
}
