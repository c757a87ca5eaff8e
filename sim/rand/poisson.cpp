#include "sim/rand/poisson.h"

#include <algorithm>
#include <cmath>

namespace lockstep::rand {
namespace {

// Columns that are lower than one are filled from the last column that is higher, in passes over all of them: a column
// that has given may need something itself.
void Level(std::vector<double>& height, std::vector<unsigned>& giver) {
  const std::size_t count = height.size();
  std::vector<bool> is_full(count);
  std::size_t last = count;
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_full[i] || height[i] >= 1) continue;
      while (last > 0 && height[last - 1] <= 1) --last;
      if (last == 0) return;
      giver[i] = static_cast<unsigned>(last - 1);
      height[last - 1] -= 1 - height[i];
      is_full[i] = any = true;
    }
  }
}

}  // namespace

SquareHistogram MakePoissonHistogram(double lambda) {
  SquareHistogram histogram;
  // Every value that has a probability in double precision.
  for (unsigned value = 0;; ++value) {
    const double probability = std::exp(-lambda + value * std::log(lambda) - std::lgamma(value + 1.0));
    if (probability > 0) {
      if (histogram.threshold.empty()) histogram.shift = value;
      histogram.threshold.push_back(probability);
    } else if (value > lambda) {
      break;
    }
  }
  const std::size_t count = histogram.threshold.size();
  histogram.alternative.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    histogram.threshold[i] *= static_cast<double>(count);
    histogram.alternative[i] = static_cast<unsigned>(i);
  }
  Level(histogram.threshold, histogram.alternative);
  for (std::size_t i = 0; i < count; ++i) histogram.threshold[i] += static_cast<double>(i);
  return histogram;
}

unsigned Draw(const SquareHistogram& histogram, double uniform) {
  const auto count = static_cast<unsigned>(histogram.threshold.size());
  const double at = uniform * count;
  const unsigned column = std::min(static_cast<unsigned>(at), count - 1);
  return histogram.shift + (at < histogram.threshold[column] ? column : histogram.alternative[column]);
}

}  // namespace lockstep::rand
