#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

// "; did you mean `debug`?" where one of `known` is nearly `word`, else nothing.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace lockstep::cli
