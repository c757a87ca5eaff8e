#pragma once

// The value of one variable in every thread at the current moment, and the lines that the threads are on.

#include <string>
#include <vector>

#include "shared/replay/thread_state.h"

namespace lockstep::replay {

// The value of a variable in every recorded thread at the current moment, by thread slot; none for threads without one.
// `name` is a built-in ("threadIdx.x"), a parameter or a local variable of the kernel, or a number in one ("p.pos.x",
// "sums[2]"). If several variables share the name, the one declared last counts.
struct ThreadValues {
  std::vector<std::optional<double>> values;
  double lowest = 0, highest = 0;  // of the finite values
  bool any = false;                // true if there is a finite value
};
ThreadValues ValuesOf(const Model& model, const std::string& name);

// The names that ValuesOf accepts: local variables of the kernel, its parameters, the first numbers in its structs and
// arrays, the built-ins.
std::vector<std::string> NamesWithValues(const Model& model);

// The number of recorded threads of the chosen blocks on each line, largest first.
struct LineCount {
  Line line;
  std::uint32_t threads = 0;
};
std::vector<LineCount> CountLines(const Model& model, std::uint32_t first_slot, std::uint32_t end_slot);

// The lines that the kernel's recorded threads visit at any time, in source order.
std::vector<Line> LinesVisited(const Model& model);

}  // namespace lockstep::replay
