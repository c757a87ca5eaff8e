#include "sim/rand/directions.h"

#include <bit>
#include <boost/random/detail/sobol_table.hpp>
#include <cstdint>
#include <random>

#include "sim/rand/sequence.h"

namespace lockstep::rand {
namespace {

using Table = boost::random::detail::qrng_tables::sobol;
static_assert(kMostDimensions == Table::max_dimension);

// The upper bits of 64, so that 32-bit sequences are the 64-bit ones, cut off.
template <class Word>
Word NextRandom(std::mt19937_64& random) {
  return static_cast<Word>(random() >> (64 - 8 * sizeof(Word)));
}

}  // namespace

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

template <class Word, std::size_t bits>
void Scramble(unsigned dimension, Word (&vectors)[bits]) {
  std::mt19937_64 random(dimension);
  random();  // the constant
  Word mixed[bits] = {};
  for (std::size_t digit = 0; digit < bits; ++digit) {
    const Word own = Word{1} << (bits - 1 - digit);
    const Word column = own | (NextRandom<Word>(random) & (own - 1));
    for (std::size_t k = 0; k < bits; ++k)
      if (vectors[k] & own) mixed[k] ^= column;
  }
  for (std::size_t k = 0; k < bits; ++k) vectors[k] = mixed[k];
}

template <class Word>
Word ScrambleConstant(unsigned dimension) {
  std::mt19937_64 random(dimension);
  return NextRandom<Word>(random);
}

using Word32 = unsigned;
using Word64 = unsigned long long;
template void FillDirections(unsigned dimension, Word32 (&vectors)[32]);
template void FillDirections(unsigned dimension, Word64 (&vectors)[64]);
template void Scramble(unsigned dimension, Word32 (&vectors)[32]);
template void Scramble(unsigned dimension, Word64 (&vectors)[64]);
template Word32 ScrambleConstant(unsigned dimension);
template Word64 ScrambleConstant(unsigned dimension);

}  // namespace lockstep::rand
