#include "sim/rand/pseudorandom.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "sim/rand/device_generators.h"
#include "sim/rand/poisson.h"

namespace lockstep::rand {
namespace {

// The number that a Poisson number is drawn by.
double PoissonUniform(curandStateXORWOW_t* state) { return _curand_uniform_double(curand(state)); }
double PoissonUniform(curandStateMRG32k3a_t* state) { return curand_uniform_double(state); }

// XORWOW with the seeded ordering: each subsequence has a seed of its own instead, this much above the one before
// (found by comparing with cuRAND's library).
constexpr std::uint64_t kSeedStep = 3133713;

// XORWOW and MRG32k3a: result n comes from subsequence n modulo the number of them, which each remember how far they
// are. A pair of normal numbers counts as one result.
template <class State>
class InTurn : public Sequence {
 public:
  InTurn(const SequenceRequest& request, std::uint64_t subsequences)
      : seed_(request.seed),
        offset_(request.offset),
        next_(request.offset),
        is_seeded_(request.ordering == CURAND_ORDERING_PSEUDO_SEEDED),
        states_(subsequences) {}

  void Bits(std::span<std::uint32_t> results) override {
    for (std::uint32_t& result : results) result = curand(&Next());
  }
  void LongBits(std::span<unsigned long long>) override {}
  void Uniform(std::span<float> results) override {
    for (float& result : results) result = curand_uniform(&Next());
  }
  void Uniform(std::span<double> results) override {
    for (double& result : results) result = curand_uniform_double(&Next());
  }
  void Normals(std::span<float> results, const Normal& normal) override {
    const auto mean = static_cast<float>(normal.mean), deviation = static_cast<float>(normal.deviation);
    for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
      const float2 pair =
          normal.is_logarithmic ? curand_log_normal2(&Next(), mean, deviation) : curand_normal2(&Next());
      Put(results.subspan(i, 2), pair, normal);
    }
  }
  void Normals(std::span<double> results, const Normal& normal) override {
    for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
      const double2 pair = normal.is_logarithmic ? curand_log_normal2_double(&Next(), normal.mean, normal.deviation)
                                                 : curand_normal2_double(&Next());
      Put(results.subspan(i, 2), pair, normal);
    }
  }
  void Poisson(std::span<std::uint32_t> results, double lambda) override {
    if (lambda >= kLeastNormalLambda) {
      for (std::uint32_t& result : results) result = __lockstep_nearest_count(curand_normal(&Next()), lambda);
      return;
    }
    const SquareHistogram histogram = MakePoissonHistogram(lambda);
    for (std::uint32_t& result : results) result = Draw(histogram, PoissonUniform(&Next()));
  }
  std::uint64_t position() const override { return next_; }

 private:
  template <class T>
  static void Put(std::span<T> to, const auto& pair, const Normal& normal) {
    const T mean = static_cast<T>(normal.mean), deviation = static_cast<T>(normal.deviation);
    to[0] = normal.is_logarithmic ? pair.x : mean + deviation * pair.x;
    to[1] = normal.is_logarithmic ? pair.y : mean + deviation * pair.y;
  }
  // Made when its turn comes first.
  State& Next() {
    const std::uint64_t count = states_.size(), subsequence = next_++ % count;
    std::optional<State>& state = states_[subsequence];
    if (!state) {
      state.emplace();
      curand_init(is_seeded_ ? seed_ + subsequence * kSeedStep : seed_, is_seeded_ ? 0 : subsequence,
                  offset_ / count + (subsequence < offset_ % count ? 1 : 0), &*state);
    }
    return *state;
  }

  std::uint64_t seed_, offset_, next_;
  bool is_seeded_;
  std::vector<std::optional<State>> states_;
};

// Philox4_32_10: groups of four results come from the subsequences in turn.
class Philox : public Sequence {
 public:
  explicit Philox(const SequenceRequest& request) : seed_(request.seed), next_(request.offset) {}

  void Bits(std::span<std::uint32_t> results) override {
    Groups(results, 4, [](State* state, std::uint32_t* four) { Put(curand4(state), four); });
  }
  void LongBits(std::span<unsigned long long>) override {}
  void Uniform(std::span<float> results) override {
    Groups(results, 4, [](State* state, float* four) { Put(curand_uniform4(state), four); });
  }
  void Uniform(std::span<double> results) override {
    Groups(results, 8, [](State* state, double* four) { Put(curand_uniform4_double(state), four); });
  }
  void Normals(std::span<float> results, const Normal& normal) override {
    const auto mean = static_cast<float>(normal.mean), deviation = static_cast<float>(normal.deviation);
    Groups(results, 4, [&](State* state, float* four) {
      Put(normal.is_logarithmic ? curand_log_normal4(state, mean, deviation) : curand_normal4(state), four);
      for (int i = 0; i < 4 && !normal.is_logarithmic; ++i) four[i] = mean + deviation * four[i];
    });
  }
  void Normals(std::span<double> results, const Normal& normal) override {
    Groups(results, 8, [&](State* state, double* four) {
      Put(normal.is_logarithmic ? curand_log_normal4_double(state, normal.mean, normal.deviation)
                                : curand_normal4_double(state),
          four);
      for (int i = 0; i < 4 && !normal.is_logarithmic; ++i) four[i] = normal.mean + normal.deviation * four[i];
    });
  }
  void Poisson(std::span<std::uint32_t> results, double lambda) override {
    if (lambda >= kLeastNormalLambda) {
      Groups(results, 4, [&](State* state, std::uint32_t* four) {
        float normals[4];
        Put(curand_normal4(state), normals);
        for (int i = 0; i < 4; ++i) four[i] = __lockstep_nearest_count(normals[i], lambda);
      });
      return;
    }
    const SquareHistogram histogram = MakePoissonHistogram(lambda);
    Groups(results, 4, [&](State* state, std::uint32_t* four) {
      Put(curand4(state), four);
      for (int i = 0; i < 4; ++i) four[i] = Draw(histogram, _curand_uniform_double(four[i]));
    });
  }
  std::uint64_t position() const override { return next_; }

 private:
  using State = curandStatePhilox4_32_10_t;
  static constexpr std::uint64_t kSubsequences = 65536;

  template <class T>
  static void Put(const auto& values, T* four) {
    four[0] = values.x, four[1] = values.y, four[2] = values.z, four[3] = values.w;
  }
  // `draw` makes the four results of a group, of so many words. A call begins where as many groups of four words lie
  // before it.
  template <class T>
  void Groups(std::span<T> results, unsigned words, auto&& draw) {
    const std::uint64_t begin = next_ / 4, end = next_ + results.size();
    for (std::uint64_t group = begin; group * 4 < end; ++group) {
      const std::uint64_t rounds = (group - begin) / kSubsequences;  // of this call, before this group
      State state;
      curand_init(seed_, group % kSubsequences, 4 * (group / kSubsequences - rounds) + words * rounds, &state);
      T four[4];
      draw(&state, four);
      for (std::uint64_t i = std::max(group * 4, next_); i < std::min(group * 4 + 4, end); ++i)
        results[i - next_] = four[i % 4];
    }
    next_ = end;
  }

  std::uint64_t seed_, next_;
};

}  // namespace

std::unique_ptr<Sequence> MakeXorwow(const SequenceRequest& request) {
  return std::make_unique<InTurn<curandStateXORWOW_t>>(request, 4096);
}
std::unique_ptr<Sequence> MakeMrg32k3a(const SequenceRequest& request) {
  return std::make_unique<InTurn<curandStateMRG32k3a_t>>(
      request, request.ordering == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920);
}
std::unique_ptr<Sequence> MakePhilox(const SequenceRequest& request) { return std::make_unique<Philox>(request); }

}  // namespace lockstep::rand
