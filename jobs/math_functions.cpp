#include "jobs/math_functions.h"

#include <vector>

#include "shared/query/functions.h"
#include "sim/math/by_name.h"

namespace lockstep::jobs {

void GiveMathFunctions() {
  static const auto* const functions = [] {
    auto* all = new std::vector<query::MathFunction>;
    for (const math::NamedFunction& each : math::NamedFunctions())
      all->push_back({each.name, each.of_double, each.of_float, each.of_doubles, each.of_floats});
    return all;
  }();
  query::GiveMathFunctions(*functions);
}

}  // namespace lockstep::jobs
