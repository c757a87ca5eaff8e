#pragma once

// The distribution of Poisson's numbers as a square histogram, from which one uniform number draws a result: G.
// Marsaglia, W. Tsang and J. Wang, "Fast generation of discrete random variables" (2004), section 3. The order in which
// columns give to lower ones was found by comparing with cuRAND's library, whose results these are.

#include <vector>

namespace lockstep::rand {

// From here on, cuRAND's library rounds normal numbers.
inline constexpr double kLeastNormalLambda = 2000;

struct SquareHistogram {
  unsigned shift = 0;                 // the value of column 0
  std::vector<double> threshold;      // column j is `shift + j` up to this number of columns, then its alternative
  std::vector<unsigned> alternative;  // a column
};

// 0 < lambda < kLeastNormalLambda.
SquareHistogram MakePoissonHistogram(double lambda);

// `uniform` is in (0, 1].
unsigned Draw(const SquareHistogram& histogram, double uniform);

}  // namespace lockstep::rand
