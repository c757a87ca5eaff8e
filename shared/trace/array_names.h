#pragma once

// All names of one array. It has one of its own; each kernel has another one for it, that of the parameter that points
// into it.

#include <string>
#include <string_view>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// By index into Recording::objects: the names of kernels' parameters that point into the object, in the order of the
// launches, without the object's own.
std::vector<std::vector<std::string>> ParameterNames(const Recording& recording);

// The arrays that a kernel's parameter of this name points into.
std::vector<ObjectId> ArraysOfParameter(const Recording& recording, std::string_view name);

}  // namespace lockstep::trace
