// cuRAND's tables: direction vectors, scramble constants, and distributions that kernels draw from.

#include <sys/mman.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "sim/hooks/submit.h"
#include "sim/rand/device_generators.h"
#include "sim/rand/directions.h"
#include "sim/rand/poisson.h"
#include "sim/rand/refuse.h"
#include "sim/rand/sequence.h"

using namespace lockstep;
using namespace lockstep::rand;

namespace {

// The library's tables have this many dimensions. Those from kMostDimensions on cannot be read here.
constexpr std::size_t kTableDimensions = 20000;

template <class Row, class Fill>
Row* MakeTable(Fill&& fill) {
  void* room = mmap(nullptr, kTableDimensions * sizeof(Row), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED || mprotect(room, kMostDimensions * sizeof(Row), PROT_READ | PROT_WRITE) != 0) return nullptr;
  Row* rows = static_cast<Row*>(room);
  for (unsigned dimension = 0; dimension < kMostDimensions; ++dimension) fill(dimension, rows[dimension]);
  return rows;
}

template <class Vectors>
Vectors* DirectionTable(bool is_scrambled) {
  const auto fill = [](unsigned dimension, Vectors& vectors) { FillDirections(dimension, vectors); };
  static Vectors* const plain = MakeTable<Vectors>(fill);
  if (!is_scrambled) return plain;
  static Vectors* const scrambled = MakeTable<Vectors>([&](unsigned dimension, Vectors& vectors) {
    fill(dimension, vectors);
    Scramble(dimension, vectors);
  });
  return scrambled;
}

template <class Vectors>
curandStatus_t GiveDirections(Vectors** vectors, int set, int plain, int scrambled, const char* function,
                              const void* caller) {
  if (!vectors) return Refuse(CURAND_STATUS_OUT_OF_RANGE, function, "`vectors` is null", caller);
  if (set != plain && set != scrambled)
    return Refuse(CURAND_STATUS_OUT_OF_RANGE, function, "`set` is none of this function's sets of vectors", caller);
  *vectors = DirectionTable<Vectors>(set == scrambled);
  return *vectors ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

template <class Word>
curandStatus_t GiveConstants(Word** constants, const char* function, const void* caller) {
  if (!constants) return Refuse(CURAND_STATUS_OUT_OF_RANGE, function, "`constants` is null", caller);
  static Word* const table =
      MakeTable<Word>([](unsigned dimension, Word& constant) { constant = ScrambleConstant<Word>(dimension); });
  *constants = table;
  return table ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

}  // namespace

extern "C" {
#pragma GCC visibility push(default)

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t** vectors, curandDirectionVectorSet_t set) {
  return GiveDirections(vectors, set, CURAND_DIRECTION_VECTORS_32_JOEKUO6,
                        CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, "curandGetDirectionVectors32",
                        LOCKSTEP_RAND_CALLER);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t** vectors, curandDirectionVectorSet_t set) {
  return GiveDirections(vectors, set, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
                        CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6, "curandGetDirectionVectors64",
                        LOCKSTEP_RAND_CALLER);
}
curandStatus_t curandGetScrambleConstants32(unsigned int** constants) {
  return GiveConstants(constants, "curandGetScrambleConstants32", LOCKSTEP_RAND_CALLER);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  return GiveConstants(constants, "curandGetScrambleConstants64", LOCKSTEP_RAND_CALLER);
}

// One allocation: the distribution, then its thresholds and alternatives.
curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* distribution) {
  constexpr char kName[] = "curandCreatePoissonDistribution";
  if (!distribution)
    return Refuse(CURAND_STATUS_OUT_OF_RANGE, kName, "`discrete_distribution` is null", LOCKSTEP_RAND_CALLER);
  if (!(lambda > 0 && lambda <= 400000))
    return Refuse(CURAND_STATUS_OUT_OF_RANGE, kName, "`lambda` is not between 0 and 400,000", LOCKSTEP_RAND_CALLER);
  SquareHistogram histogram;
  if (lambda < kLeastNormalLambda) histogram = MakePoissonHistogram(lambda);
  const std::size_t count = histogram.threshold.size();
  const std::size_t thresholds = count * sizeof(double), alternatives = count * sizeof(unsigned);
  void* room = nullptr;
  if (cudaMalloc(&room, sizeof(curandDiscreteDistribution_st) + thresholds + alternatives) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  auto* const begin = static_cast<char*>(room);
  const curandDiscreteDistribution_st made{
      .shift = histogram.shift,
      .length = static_cast<unsigned>(count),
      .mean = lambda,
      .deviation = std::sqrt(lambda),
      .threshold = reinterpret_cast<double*>(begin + sizeof made),
      .alternative = reinterpret_cast<unsigned*>(begin + sizeof made + thresholds)};
  std::vector<char> image(sizeof made + thresholds + alternatives);
  std::memcpy(image.data(), &made, sizeof made);
  if (count > 0) {
    std::memcpy(image.data() + sizeof made, histogram.threshold.data(), thresholds);
    std::memcpy(image.data() + sizeof made + thresholds, histogram.alternative.data(), alternatives);
  }
  if (cudaMemcpy(room, image.data(), image.size(), cudaMemcpyHostToDevice) != cudaSuccess) {
    cudaFree(room);
    return CURAND_STATUS_PREEXISTING_FAILURE;
  }
  *distribution = static_cast<curandDiscreteDistribution_t>(room);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (distribution && cudaFree(distribution) == cudaSuccess) return CURAND_STATUS_SUCCESS;
  return Refuse(CURAND_STATUS_NOT_INITIALIZED, "curandDestroyDistribution",
                "`discrete_distribution` is none that `curandCreatePoissonDistribution` made, or has been destroyed",
                LOCKSTEP_RAND_CALLER);
}

#pragma GCC visibility pop
}
