#pragma once

#include <string>
#include <vector>

namespace lockstep::compile {

// A program and its arguments.
using Command = std::vector<std::string>;

}  // namespace lockstep::compile
