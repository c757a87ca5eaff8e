#include "sim/rand/sobol.h"

#include <type_traits>

#include "sim/rand/device_generators.h"
#include "sim/rand/directions.h"
#include "sim/rand/poisson.h"

namespace lockstep::rand {
namespace {

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
    if (lambda >= kLeastNormalPoisson)
      return Each(results, [&](State* state) { return __lockstep_nearest_count(curand_normal(state), lambda); });
    if (sizeof(Word) == 8 || lambda >= kLeastWalkPoisson)
      return Each(results,
                  [&](State* state) { return __lockstep_poisson_walk(_curand_uniform_double(curand(state)), lambda); });
    const SquareHistogram histogram = MakePoissonHistogram(lambda);
    Each(results, [&](State* state) { return Draw(histogram, _curand_uniform_double(curand(state))); });
  }
  std::uint64_t position() const override { return next_; }

 private:
  template <class T>
  void Each(std::span<T> results, auto&& draw) {
    const std::size_t count = results.size() / dimensions_;
    for (unsigned dimension = 0; dimension < dimensions_; ++dimension) {
      Vectors vectors;
      FillDirections(dimension, vectors);
      State state;
      if constexpr (kIsScrambled) {
        Scramble(dimension, vectors);
        curand_init(vectors, ScrambleConstant<Word>(dimension), static_cast<Word>(next_), &state);
      } else {
        curand_init(vectors, static_cast<Word>(next_), &state);
      }
      for (T& result : results.subspan(dimension * count, count)) result = draw(&state);
    }
    next_ += count;
  }

  // Poisson numbers: from where on cuRAND's library rounds normal numbers, and below which its generator of 32 bits
  // draws from a histogram (found by comparing with it).
  static constexpr double kLeastNormalPoisson = sizeof(Word) == 4 ? 8063 : kLeastNormalLambda;
  static constexpr double kLeastWalkPoisson = 10;
  static constexpr bool kIsScrambled =
      std::is_same_v<State, curandStateScrambledSobol32_t> || std::is_same_v<State, curandStateScrambledSobol64_t>;

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
std::unique_ptr<Sequence> MakeScrambledSobol32(const SequenceRequest& request) {
  return std::make_unique<Sobol<curandStateScrambledSobol32_t, curandDirectionVectors32_t, unsigned>>(request);
}
std::unique_ptr<Sequence> MakeScrambledSobol64(const SequenceRequest& request) {
  return std::make_unique<Sobol<curandStateScrambledSobol64_t, curandDirectionVectors64_t, unsigned long long>>(
      request);
}

}  // namespace lockstep::rand
