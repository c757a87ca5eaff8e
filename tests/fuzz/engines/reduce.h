#pragma once

// A smaller program with the same trouble: the text without the statements that it does not need.

#include <functional>
#include <string>

namespace lockstep::fuzz {

// Removes lines of the kernels in `program` while `has_trouble` holds. A barrier or a meeting of a warp stays, unless
// what is written before it and what is read after it goes too, because the rest would be a race.
std::string Reduce(const std::string& program, const std::function<bool(const std::string&)>& has_trouble);

}  // namespace lockstep::fuzz
