#include "sim/rand/mersenne_twister.h"

#include <algorithm>
#include <vector>

#include "sim/rand/device_generators.h"
#include "sim/rand/poisson.h"
#include "sim/rand/twister_jump.h"

namespace lockstep::rand {
namespace {

// M. Matsumoto and T. Nishimura's initialisation of 2002.
TwisterState Initial(std::uint32_t seed) {
  TwisterState state;
  state[0] = seed;
  for (unsigned i = 1; i < kTwisterWords; ++i) state[i] = 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
  return state;
}

std::uint32_t Temper(std::uint32_t word) {
  word ^= word >> 11;
  word ^= word << 7 & 0x9d2c5680u;
  word ^= word << 15 & 0xefc60000u;
  return word ^ word >> 18;
}

// 8192 subsequences take turns with eight results each. Eight threads share a subsequence's state of 624 words, so that
// its numbers come in an order that suits them: one word of each thread's first, then runs of seven words.
constexpr unsigned kSubsequences = 8192, kThreads = 8, kRun = 7;
constexpr unsigned kFirstWords[kThreads] = {0, 113, 170, 283, 340, 397, 510, 567};
constexpr unsigned kRunsBegin[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
constexpr unsigned kRounds = kTwisterWords / kThreads;

unsigned WordOf(unsigned round, unsigned thread) {
  return round == 0 ? kFirstWords[thread] : kRunsBegin[(round - 1) / kRun] + kRun * thread + (round - 1) % kRun;
}

struct Subsequence {
  TwisterState now;
  std::uint64_t block = 0;  // of 624 words, 0 being the first that has results

  explicit Subsequence(const TwisterState& before) : now(before) { Twist(); }
  void Twist() {
    std::vector<std::uint32_t> words(now.begin(), now.end());
    words.resize(2 * kTwisterWords);
    for (unsigned i = 0; i < kTwisterWords; ++i) words[kTwisterWords + i] = NextTwisterWord(&words[i]);
    std::copy_n(words.begin() + kTwisterWords, kTwisterWords, now.begin());
  }
};

class Mt19937 : public Sequence {
 public:
  explicit Mt19937(std::uint64_t seed) : newest_(Initial(static_cast<std::uint32_t>(seed))) {}

  void Bits(std::span<std::uint32_t> results) override {
    Each(results, [](std::uint32_t bits) { return bits; });
  }
  void LongBits(std::span<unsigned long long>) override {}
  void Uniform(std::span<float> results) override {
    Each(results, [](std::uint32_t bits) { return static_cast<float>(Middle(bits)); });
  }
  void Uniform(std::span<double> results) override { Each(results, Middle); }
  void Normals(std::span<float> results, const Normal& normal) override {
    const auto mean = static_cast<float>(normal.mean), deviation = static_cast<float>(normal.deviation);
    Each(results, [&](std::uint32_t bits) {
      const float result = mean + deviation * _curand_normal_icdf(bits);
      return normal.is_logarithmic ? expf(result) : result;
    });
  }
  void Normals(std::span<double> results, const Normal& normal) override {
    Each(results, [&](std::uint32_t bits) {
      const double result = normal.mean + normal.deviation * _curand_normal_icdf_double(bits);
      return normal.is_logarithmic ? exp(result) : result;
    });
  }
  void Poisson(std::span<std::uint32_t> results, double lambda) override {
    if (lambda >= kLeastNormalLambda)
      // In single precision, as the library has it for this generator.
      return Each(results, [mean = static_cast<float>(lambda),
                            deviation = sqrtf(static_cast<float>(lambda))](std::uint32_t bits) {
        return static_cast<std::uint32_t>(mean + deviation * _curand_normal_icdf(bits) + 0.5f);
      });
    const SquareHistogram histogram = MakePoissonHistogram(lambda);
    Each(results, [&](std::uint32_t bits) { return Draw(histogram, _curand_uniform_double(bits)); });
  }
  // The generator has no offset: another seed begins anew.
  std::uint64_t position() const override { return 0; }

 private:
  // Of the interval that the bits stand for.
  static double Middle(std::uint32_t bits) { return __lockstep_below_one(bits); }

  template <class T>
  void Each(std::span<T> results, auto&& shape) {
    for (T& result : results) result = shape(Next());
  }
  std::uint32_t Next() {
    const std::uint64_t row = next_ / (kSubsequences * kThreads);
    Subsequence& subsequence = Get(static_cast<unsigned>(next_ / kThreads % kSubsequences));
    const auto thread = static_cast<unsigned>(next_ % kThreads);
    ++next_;
    for (; subsequence.block < row / kRounds; ++subsequence.block) subsequence.Twist();
    return Temper(subsequence.now[WordOf(static_cast<unsigned>(row % kRounds), thread)]);
  }
  // Made when its turn comes first.
  Subsequence& Get(unsigned index) {
    if (index == subsequences_.size()) {
      if (index > 0) newest_ = JumpFar(newest_);
      subsequences_.emplace_back(newest_);
    }
    return subsequences_[index];
  }

  TwisterState newest_;  // the state before the newest subsequence's first result
  std::vector<Subsequence> subsequences_;
  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Sequence> MakeMt19937(const SequenceRequest& request) {
  return std::make_unique<Mt19937>(request.seed);
}

}  // namespace lockstep::rand
