#pragma once

// Programs and libraries test these macros to find out what has been included.
#define CURAND_H_

// The host API of cuRAND (sim/rand). Names that are missing there are declared, and their use is refused.

#include "cuda_runtime.h"
#include "library_types.h"

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

typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef enum curandDirectionVectorSet {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

// In memory of the device, for curand_discrete: column `j` of `length` is `shift + j` up to its threshold, and then
// `shift + alternative[j]`. Of no length: normal numbers are rounded.
struct curandDiscreteDistribution_st {
  unsigned int shift, length;
  double mean, deviation;
  const double* threshold;
  const unsigned int* alternative;
};
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;

#if defined(__cplusplus)
extern "C" {
#endif

// Handles. A generator made by curandCreateGeneratorHost fills memory of the host, at once; others fill memory of the
// device, in their stream. `n` is the number of results.
curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandGetProperty(libraryPropertyType type, int* value);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int num_dimensions);

curandStatus_t curandGenerateSeeds(curandGenerator_t generator);
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t n);
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t n);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t n);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t n, float mean, float stddev);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t n, double mean,
                                          double stddev);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t n, float mean,
                                       float stddev);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t n, double mean,
                                             double stddev);
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t n, double lambda);

// Tables of the host, of one row for each dimension, which live as long as the program.
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors, curandDirectionVectorSet_t set);
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors, curandDirectionVectorSet_t set);
curandStatus_t curandGetScrambleConstants32(unsigned int** constants);
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants);
curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* discrete_distribution);
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t discrete_distribution);

#if defined(__cplusplus)
}
#endif

#define LOCKSTEP_NO_HOST_API "Lockstep: this part of cuRAND's host API is not supported yet: use curand_kernel.h in a kernel"
#define LOCKSTEP_REFUSED(name) typedef int name __attribute__((unavailable(LOCKSTEP_NO_HOST_API)));
LOCKSTEP_REFUSED(curandDistribution_t)
LOCKSTEP_REFUSED(curandDistributionShift_t)
LOCKSTEP_REFUSED(curandDistributionM2Shift_t)
LOCKSTEP_REFUSED(curandHistogramM2_t)
LOCKSTEP_REFUSED(curandMethod_t)
#undef LOCKSTEP_REFUSED
#if defined(__cplusplus)
#define LOCKSTEP_REFUSED(name)  \
  template <class... Arguments> \
  __attribute__((unavailable(LOCKSTEP_NO_HOST_API))) curandStatus_t name(Arguments...);
LOCKSTEP_REFUSED(curandGenerateBinomial)
LOCKSTEP_REFUSED(curandGenerateBinomialMethod)
LOCKSTEP_REFUSED(curandGeneratePoissonMethod)
#undef LOCKSTEP_REFUSED
#endif
#undef LOCKSTEP_NO_HOST_API
