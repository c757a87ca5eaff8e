#include "sim/rand/sobol.h"

#include <bit>
#include <boost/random/detail/sobol_table.hpp>

#include "sim/rand/device_generators.h"

namespace lockstep::rand {
namespace {

using Table = boost::random::detail::qrng_tables::sobol;
static_assert(kMostDimensions == Table::max_dimension);

// P. Bratley and B. Fox, "Algorithm 659: implementing Sobol's quasirandom sequence generator" (1988), section 2, with
// the polynomials and first numbers of S. Joe and F. Kuo (2008).
template <class Word, std::size_t bits>
void FillDirections(unsigned dimension, Word (&vectors)[bits]) {
  const unsigned polynomial = dimension == 0 ? 1 : Table::polynomial(dimension - 1);
  const int degree = std::bit_width(polynomial) - 1;
  Word number[bits];
  for (int k = 0; k < static_cast<int>(bits); ++k) {
    if (dimension == 0) {
      number[k] = 1;
    } else if (k < degree) {
      number[k] = Table::minit(dimension - 1, static_cast<std::size_t>(k));
    } else {
      number[k] = number[k - degree];
      for (int j = 0; j < degree; ++j)
        if (polynomial >> j & 1) number[k] ^= number[k - degree + j] << (degree - j);
    }
    vectors[k] = number[k] << (static_cast<int>(bits) - 1 - k);
  }
}

// Results come dimension by dimension. `Vectors` is the type of a dimension's direction vectors.
template <class State, class Vectors, class Word>
class Sobol : public Sequence {
 public:
  explicit Sobol(const SequenceRequest& request) : dimensions_(request.dimensions), next_(request.offset) {}

  void Bits(std::span<std::uint32_t> results) override {
    if constexpr (sizeof(Word) == 4) Each(results, [](State* state) { return curand(state); });
  }
  void LongBits(std::span<unsigned long long> results) override {
    if constexpr (sizeof(Word) == 8) Each(results, [](State* state) { return curand(state); });
  }
  void Uniform(std::span<float> results) override {
    Each(results, [](State* state) { return curand_uniform(state); });
  }
  void Uniform(std::span<double> results) override {
    Each(results, [](State* state) { return curand_uniform_double(state); });
  }
  void Normals(std::span<float> results, const Normal& normal) override {
    const auto mean = static_cast<float>(normal.mean), deviation = static_cast<float>(normal.deviation);
    Each(results, [&](State* state) {
      return normal.is_logarithmic ? curand_log_normal(state, mean, deviation)
                                   : mean + deviation * curand_normal(state);
    });
  }
  void Normals(std::span<double> results, const Normal& normal) override {
    Each(results, [&](State* state) {
      return normal.is_logarithmic ? curand_log_normal_double(state, normal.mean, normal.deviation)
                                   : normal.mean + normal.deviation * curand_normal_double(state);
    });
  }
  void Poisson(std::span<std::uint32_t> results, double lambda) override {
    Each(results, [&](State* state) { return curand_poisson(state, lambda); });
  }
  std::uint64_t position() const override { return next_; }

 private:
  template <class T>
  void Each(std::span<T> results, auto&& draw) {
    const std::size_t count = results.size() / dimensions_;
    for (unsigned dimension = 0; dimension < dimensions_; ++dimension) {
      Vectors vectors;
      FillDirections<Word>(dimension, vectors);
      State state;
      curand_init(vectors, static_cast<Word>(next_), &state);
      for (T& result : results.subspan(dimension * count, count)) result = draw(&state);
    }
    next_ += count;
  }

  unsigned dimensions_;
  std::uint64_t next_;
};

}  // namespace

std::unique_ptr<Sequence> MakeSobol32(const SequenceRequest& request) {
  return std::make_unique<Sobol<curandStateSobol32_t, curandDirectionVectors32_t, unsigned>>(request);
}
std::unique_ptr<Sequence> MakeSobol64(const SequenceRequest& request) {
  return std::make_unique<Sobol<curandStateSobol64_t, curandDirectionVectors64_t, unsigned long long>>(request);
}

}  // namespace lockstep::rand
