#pragma once

// The functions of one and two numbers that sim/math computes, as compiled code calls them: for `exp`,
// __lockstep_math_exp of double and __lockstep_math_expf of float.

#define LOCKSTEP_DECLARED_1(name)                   \
  extern "C" double __lockstep_math_##name(double); \
  extern "C" float __lockstep_math_##name##f(float);
#define LOCKSTEP_DECLARED_2(name)                           \
  extern "C" double __lockstep_math_##name(double, double); \
  extern "C" float __lockstep_math_##name##f(float, float);
#define STANDARD_1 LOCKSTEP_DECLARED_1
#define GLOBAL_1 LOCKSTEP_DECLARED_1
#define CUDA_1 LOCKSTEP_DECLARED_1
#define STANDARD_2 LOCKSTEP_DECLARED_2
#define CUDA_2 LOCKSTEP_DECLARED_2
#include "sim/toolkit/lockstep/library/math.def"
#undef LOCKSTEP_DECLARED_1
#undef LOCKSTEP_DECLARED_2
