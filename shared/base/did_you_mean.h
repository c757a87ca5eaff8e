#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// "; did you mean `debug`?" if one of `known` is similar to `word`, else empty.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace lockstep
