#pragma once

// The values that another thread has, at the same moment, for the variables of a frame.

#include <set>
#include <span>
#include <string>
#include <vector>

#include "shared/replay/thread_state.h"

namespace lockstep::replay {

struct ValueBeside {
  bool exists = false;   // the other thread is in that function, and the variable is declared
  bool known = false;    // false: declared, not yet written
  bool differs = false;  // both threads have a value, and not the same
  std::string value;
};

// The frame `depth` of a call stack (0: the kernel's), if it is of this function; else null.
const Frame* FrameOf(std::span<const Frame> stack, std::size_t depth, trace::FunctionId function);

// One for each of `rows`, which DescribeVariables gave for a frame with these paths `opened`. `frame` is the other
// thread's; null if it is not in that function.
std::vector<ValueBeside> ValuesBeside(const Model& model, ThreadSlot other, const Frame* frame,
                                      std::span<const VariableRow> rows, const std::set<std::string>& opened = {});

}  // namespace lockstep::replay
