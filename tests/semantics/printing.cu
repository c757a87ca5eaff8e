// The output of printf in a kernel: NaN, infinities, flags, widths, and its return value.
#include "show.h"

struct Operands {
  float nan = __builtin_nanf(""), inf = __builtin_inff(), third = 1.0f / 3, big = 1e20f;
  double d_nan = -__builtin_nan(""), zero = 0, minus = -0.0;
  int i = -42;
  unsigned long long ul = ~0ull;
  short s = -3;
  char c = 'x';
};

__global__ void Prints(const Operands v) {
  printf("[%f] [%e] [%g] [%a]\n", v.nan, v.nan, v.nan, v.nan);
  printf("[%f] [%5.1f] [%-8g] [%+f]\n", v.d_nan, v.d_nan, v.d_nan, v.d_nan);
  printf("[%F] [%E] [%G] [%A]\n", v.nan, v.inf, -v.inf, v.inf);
  printf("[%f] [%e] [%g] [%a] [%010f]\n", v.inf, -v.inf, v.inf, -v.inf, v.inf);
  printf("[%f] [%e] [%g] [%a] [%.0f] [%#.0f] [%.15g]\n", v.third, v.third, v.third, v.third, v.third, v.third, v.third);
  printf("[%g] [%g] [%f] [%+g] [% g]\n", v.zero, v.minus, v.big, v.third, v.third);
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [%x] [%X] [%#x] [%o] [%u]\n", v.i, v.i, v.i, v.i, v.i, v.i, v.i, v.i, v.i,
         v.i);
  printf("[%llu] [%llx] [%lld] [%zu] [%hd] [%hhd]\n", v.ul, v.ul, v.ul, static_cast<size_t>(v.ul), v.s, v.c);
  printf("[%c] [%5c] [%s] [%8s] [%-8s] [%.2s] [%%]\n", v.c, v.c, "text", "text", "text", "text");
  printf("[%*d] [%-*d] [%.*f]\n", 6, v.i, 6, v.i, 2, v.third);
  SHOW(printf("no arguments\n"));
  SHOW(printf("%d %d\n", 1, 2));
  SHOW(printf(""));
}

int main() {
  Prints<<<1, 1>>>(Operands{});
  return Ended();
}
