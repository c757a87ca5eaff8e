#pragma once

// The functions of one to four numbers that sim/math computes, as compiled code calls them: for `exp`,
// __lockstep_math_exp of double and __lockstep_math_expf of float.

#define LOCKSTEP_DECLARED_1(name)                   \
  extern "C" double __lockstep_math_##name(double); \
  extern "C" float __lockstep_math_##name##f(float);
#define LOCKSTEP_DECLARED_2(name)                           \
  extern "C" double __lockstep_math_##name(double, double); \
  extern "C" float __lockstep_math_##name##f(float, float);
#define LOCKSTEP_DECLARED_3(name)                                   \
  extern "C" double __lockstep_math_##name(double, double, double); \
  extern "C" float __lockstep_math_##name##f(float, float, float);
#define LOCKSTEP_DECLARED_4(name)                                           \
  extern "C" double __lockstep_math_##name(double, double, double, double); \
  extern "C" float __lockstep_math_##name##f(float, float, float, float);
#define STANDARD_1 LOCKSTEP_DECLARED_1
#define GLOBAL_1 LOCKSTEP_DECLARED_1
#define CUDA_1 LOCKSTEP_DECLARED_1
#define STANDARD_2 LOCKSTEP_DECLARED_2
#define CUDA_2 LOCKSTEP_DECLARED_2
#define CUDA_3 LOCKSTEP_DECLARED_3
#define CUDA_4 LOCKSTEP_DECLARED_4
#include "sim/toolkit/lockstep/library/math.def"
#undef LOCKSTEP_DECLARED_1
#undef LOCKSTEP_DECLARED_2
#undef LOCKSTEP_DECLARED_3
#undef LOCKSTEP_DECLARED_4
