#pragma once

// Programs and libraries test these macros to find out what has been included.
#define CURAND_H_

// The host API of cuRAND. Programs of the device API (curand_kernel.h) often include this header too, so its types are
// declared here; calls of its functions are refused.

#include "cuda_runtime.h"

#define CURAND_VERSION 10400
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VER_BUILD 35

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

typedef struct curandGenerator_st* curandGenerator_t;

#define LOCKSTEP_NO_HOST_API "Lockstep: the host API of cuRAND is not supported yet: use curand_kernel.h in a kernel"
#define LOCKSTEP_REFUSED(name) typedef int name __attribute__((unavailable(LOCKSTEP_NO_HOST_API)));
LOCKSTEP_REFUSED(curandOrdering_t)
LOCKSTEP_REFUSED(curandDirectionVectorSet_t)
LOCKSTEP_REFUSED(curandDiscreteDistribution_t)
LOCKSTEP_REFUSED(curandDistribution_t)
LOCKSTEP_REFUSED(curandDistributionShift_t)
LOCKSTEP_REFUSED(curandDistributionM2Shift_t)
LOCKSTEP_REFUSED(curandHistogramM2_t)
LOCKSTEP_REFUSED(curandMethod_t)
#undef LOCKSTEP_REFUSED
enum {
#define LOCKSTEP_REFUSED(name) name __attribute__((unavailable(LOCKSTEP_NO_HOST_API))),
LOCKSTEP_REFUSED(CURAND_ORDERING_PSEUDO_BEST)
LOCKSTEP_REFUSED(CURAND_ORDERING_PSEUDO_DEFAULT)
LOCKSTEP_REFUSED(CURAND_ORDERING_PSEUDO_SEEDED)
LOCKSTEP_REFUSED(CURAND_ORDERING_PSEUDO_LEGACY)
LOCKSTEP_REFUSED(CURAND_ORDERING_PSEUDO_DYNAMIC)
LOCKSTEP_REFUSED(CURAND_ORDERING_QUASI_DEFAULT)
LOCKSTEP_REFUSED(CURAND_DIRECTION_VECTORS_32_JOEKUO6)
LOCKSTEP_REFUSED(CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
LOCKSTEP_REFUSED(CURAND_DIRECTION_VECTORS_64_JOEKUO6)
LOCKSTEP_REFUSED(CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)
#undef LOCKSTEP_REFUSED
};
#if defined(__cplusplus)
#define LOCKSTEP_REFUSED(name)  \
  template <class... Arguments> \
  __attribute__((unavailable(LOCKSTEP_NO_HOST_API))) curandStatus_t name(Arguments...);
LOCKSTEP_REFUSED(curandCreateGenerator)
LOCKSTEP_REFUSED(curandCreateGeneratorHost)
LOCKSTEP_REFUSED(curandDestroyGenerator)
LOCKSTEP_REFUSED(curandGetVersion)
LOCKSTEP_REFUSED(curandSetStream)
LOCKSTEP_REFUSED(curandSetPseudoRandomGeneratorSeed)
LOCKSTEP_REFUSED(curandSetGeneratorOffset)
LOCKSTEP_REFUSED(curandSetGeneratorOrdering)
LOCKSTEP_REFUSED(curandSetQuasiRandomGeneratorDimensions)
LOCKSTEP_REFUSED(curandGenerate)
LOCKSTEP_REFUSED(curandGenerateLongLong)
LOCKSTEP_REFUSED(curandGenerateUniform)
LOCKSTEP_REFUSED(curandGenerateUniformDouble)
LOCKSTEP_REFUSED(curandGenerateNormal)
LOCKSTEP_REFUSED(curandGenerateNormalDouble)
LOCKSTEP_REFUSED(curandGenerateLogNormal)
LOCKSTEP_REFUSED(curandGenerateLogNormalDouble)
LOCKSTEP_REFUSED(curandGeneratePoisson)
LOCKSTEP_REFUSED(curandGenerateSeeds)
LOCKSTEP_REFUSED(curandCreatePoissonDistribution)
LOCKSTEP_REFUSED(curandDestroyDistribution)
LOCKSTEP_REFUSED(curandGenerateBinomial)
LOCKSTEP_REFUSED(curandGenerateBinomialMethod)
LOCKSTEP_REFUSED(curandGeneratePoissonMethod)
LOCKSTEP_REFUSED(curandGetDirectionVectors32)
LOCKSTEP_REFUSED(curandGetDirectionVectors64)
LOCKSTEP_REFUSED(curandGetProperty)
LOCKSTEP_REFUSED(curandGetScrambleConstants32)
LOCKSTEP_REFUSED(curandGetScrambleConstants64)
#undef LOCKSTEP_REFUSED
#endif
#undef LOCKSTEP_NO_HOST_API
