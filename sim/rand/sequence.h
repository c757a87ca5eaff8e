#pragma once

// The numbers of a generator, one after the other. They are those of the device generators (curand_kernel.h), of many
// subsequences in turn, as the cuRAND Library Programming Guide orders them ("Generator Options"; the number of
// subsequences was found by comparing with the library).

#include <cstdint>
#include <span>

#include "sim/toolkit/curand.h"

namespace lockstep::rand {

// The most dimensions of the Sobol generators. Limit: cuRAND has 20000; Boost's table of direction numbers ends here.
inline constexpr unsigned kMostDimensions = 3667;

struct Normal {
  double mean, deviation;
  bool is_logarithmic;
};

class Sequence {
 public:
  virtual ~Sequence() = default;
  // The next results: of normal numbers of XORWOW and MRG32k3a an even number, of Sobol's a multiple of the dimensions.
  virtual void Bits(std::span<std::uint32_t> results) = 0;
  virtual void LongBits(std::span<unsigned long long> results) = 0;
  virtual void Uniform(std::span<float> results) = 0;
  virtual void Uniform(std::span<double> results) = 0;
  virtual void Normals(std::span<float> results, const Normal& normal) = 0;
  virtual void Normals(std::span<double> results, const Normal& normal) = 0;
  virtual void Poisson(std::span<std::uint32_t> results, double lambda) = 0;
  // The position of the next result: what was given as the offset, and the results since.
  virtual std::uint64_t position() const = 0;
};

struct SequenceRequest {
  curandRngType_t type;  // not a default one
  curandOrdering_t ordering;
  std::uint64_t seed, offset;
  unsigned dimensions;  // of a quasirandom generator, whose results come dimension by dimension
};

}  // namespace lockstep::rand
