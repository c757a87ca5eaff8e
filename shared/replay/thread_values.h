#pragma once

// What one variable holds in every thread at the moment, and on which lines the threads stand.

#include <string>
#include <vector>

#include "shared/replay/thread_state.h"

namespace lockstep::replay {

// The value that a variable has in every recorded thread at the moment, by thread slot; none where it has none.
// `name` is a built-in ("threadIdx.x"), a parameter or a local variable of the kernel. Where several variables share
// the name, the one declared last counts.
struct ThreadValues {
  std::vector<std::optional<double>> values;
  double lowest = 0, highest = 0;  // of those that have one, and a finite one
  bool any = false;                // whether there is such a one
};
ThreadValues ValuesOf(const Model& model, const std::string& name);

// The names that ValuesOf can answer: local variables of the kernel, its parameters, the built-ins.
std::vector<std::string> NamesWithValues(const Model& model);

// How many recorded threads of the chosen blocks stand on each line now, most first.
struct LineCount {
  Line line;
  std::uint32_t threads = 0;
};
std::vector<LineCount> CountLines(const Model& model, std::uint32_t first_slot, std::uint32_t end_slot);

// The lines that the kernel's recorded threads visit at any time, in the order of the source.
std::vector<Line> LinesVisited(const Model& model);

}  // namespace lockstep::replay
