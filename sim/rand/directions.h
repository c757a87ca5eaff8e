#pragma once

// The direction vectors of Sobol's sequences, and their scrambling.

#include <cstddef>

namespace lockstep::rand {

// The direction vectors of a dimension, below kMostDimensions. `Word` has as many bits.
template <class Word, std::size_t bits>
void FillDirections(unsigned dimension, Word (&vectors)[bits]);

// Mixes into each binary digit a random choice of those above it: J. Matousek, "On the L2-discrepancy for anchored
// boxes" (1998). The choices are those of std::mt19937_64 with the dimension as its seed. Limit: cuRAND's library has
// other choices and constants, which are not published, so that its scrambled numbers are others.
template <class Word, std::size_t bits>
void Scramble(unsigned dimension, Word (&vectors)[bits]);

// The number at which a scrambled sequence begins.
template <class Word>
Word ScrambleConstant(unsigned dimension);

}  // namespace lockstep::rand
