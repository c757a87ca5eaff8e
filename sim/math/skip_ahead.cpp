// Skipping ahead in cuRAND's generators: n steps, or n whole subsequences, at once.
//
// Both generators are linear, so n steps are the n-th power of the matrix of one step. XORWOW (G. Marsaglia, "Xorshift
// RNGs", 2003) is linear over bits; MRG32k3a (P. L'Ecuyer, 1999) over integers modulo two primes.

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>

#define MATH extern "C" __attribute__((visibility("default")))

namespace {

// --- XORWOW: 160 bits of state. (The caller skips its Weyl counter, which adds a constant in each step.)

// A vector of 160 bits, padded so that one addition is a few vector instructions.
struct alignas(32) Bits {
  std::uint32_t word[8] = {};
};

struct Matrix {
  Bits column[160];  // the image of each single bit

  Bits operator*(const Bits& vector) const {
    Bits sum;
    for (int bit = 0; bit < 160; ++bit) {
      const std::uint32_t mask = 0u - (vector.word[bit / 32] >> bit % 32 & 1u);
      for (int i = 0; i < 8; ++i) sum.word[i] ^= column[bit].word[i] & mask;
    }
    return sum;
  }
  Matrix operator*(const Matrix& right) const {
    Matrix product;
    for (int bit = 0; bit < 160; ++bit) product.column[bit] = *this * right.column[bit];
    return product;
  }
};

Bits Step(const Bits& v) {
  const std::uint32_t t = v.word[0] ^ v.word[0] >> 2;
  Bits next;
  for (int i = 0; i < 4; ++i) next.word[i] = v.word[i + 1];
  next.word[4] = v.word[4] ^ v.word[4] << 4 ^ t ^ t << 1;
  return next;
}

Matrix OneStep() {
  Matrix matrix;
  for (int bit = 0; bit < 160; ++bit) {
    Bits single;
    single.word[bit / 32] = 1u << bit % 32;
    matrix.column[bit] = Step(single);
  }
  return matrix;
}

// Powers of a stride's matrix, by hexadecimal digit of the exponent. The fifteen powers of a digit are computed on
// demand.
class Strides {
 public:
  explicit Strides(int log_steps) {
    Matrix matrix = OneStep();
    for (int i = 0; i < log_steps; ++i) matrix = matrix * matrix;
    for (Digit& digit : digits_) {
      digit.first = matrix;
      for (int i = 0; i < 4; ++i) matrix = matrix * matrix;
    }
  }

  Bits Advance(Bits state, std::uint64_t count) {
    for (int place = 0; count != 0; ++place, count >>= 4)
      if (count & 15) state = Powers(digits_[place])[(count & 15) - 1] * state;
    return state;
  }

 private:
  struct Digit {
    Matrix first;
    std::unique_ptr<std::array<Matrix, 15>> powers;
    std::once_flag made;
  };

  static const std::array<Matrix, 15>& Powers(Digit& digit) {
    std::call_once(digit.made, [&] {
      digit.powers = std::make_unique<std::array<Matrix, 15>>();
      (*digit.powers)[0] = digit.first;
      for (int i = 1; i < 15; ++i) (*digit.powers)[i] = digit.first * (*digit.powers)[i - 1];
    });
    return *digit.powers;
  }

  std::array<Digit, 16> digits_;
};

void SkipXorwow(std::uint32_t* v, std::uint64_t count, Strides& strides) {
  if (count == 0) return;
  Bits state;
  std::memcpy(state.word, v, 20);
  state = strides.Advance(state, count);
  std::memcpy(v, state.word, 20);
}

// --- MRG32k3a: two recurrences of order three

struct Modular {
  std::uint64_t modulus;
  std::uint64_t m[3][3];

  Modular Squared() const {
    Modular square{modulus, {}};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) square.m[r][c] = (square.m[r][c] + m[r][k] * m[k][c] % modulus) % modulus;
    return square;
  }
  void Apply(std::uint32_t* s) const {
    std::uint64_t next[3] = {};
    for (int r = 0; r < 3; ++r)
      for (int k = 0; k < 3; ++k) next[r] = (next[r] + m[r][k] * s[k] % modulus) % modulus;
    for (int r = 0; r < 3; ++r) s[r] = static_cast<std::uint32_t>(next[r]);
  }
};

constexpr std::uint64_t kModulus1 = 4294967087, kModulus2 = 4294944443;
constexpr Modular kStep1{kModulus1, {{0, 1, 0}, {0, 0, 1}, {kModulus1 - 810728, 1403580, 0}}};
constexpr Modular kStep2{kModulus2, {{0, 1, 0}, {0, 0, 1}, {kModulus2 - 1370589, 0, 527612}}};

// The matrices of 2^i steps.
struct Doublings {
  std::array<Modular, 192> power;
  explicit Doublings(Modular step) {
    for (Modular& matrix : power) {
      matrix = step;
      step = step.Squared();
    }
  }
};

void SkipMrg(std::uint32_t* s1, std::uint32_t* s2, std::uint64_t count, int log_stride) {
  static const Doublings first(kStep1), second(kStep2);
  for (int bit = log_stride; count != 0; ++bit, count >>= 1) {
    if (!(count & 1)) continue;
    if (bit >= 192) return;  // the period is below 2^192 steps
    first.power[bit].Apply(s1);
    second.power[bit].Apply(s2);
  }
}

}  // namespace

// `v` is the five words of the shift register.
MATH void __lockstep_math_skip_xorwow(std::uint32_t* v, unsigned long long steps) {
  static Strides& strides = *new Strides(0);
  SkipXorwow(v, steps, strides);
}
// A subsequence is 2^67 steps.
MATH void __lockstep_math_skip_xorwow_sequences(std::uint32_t* v, unsigned long long sequences) {
  static Strides& strides = *new Strides(67);
  SkipXorwow(v, sequences, strides);
}
// `s` is the three words of the first recurrence and then those of the second; strides are 2^log_stride steps.
MATH void __lockstep_math_skip_mrg32k3a(std::uint32_t* s, unsigned long long count, int log_stride) {
  SkipMrg(s, s + 3, count, log_stride);
}
