#pragma once

// The shape that the source gives an array that was allocated flat: where a kernel reads `in[y * width + x]` and
// `width` is 64, the array has rows of 64. It is worked out from the index as it is written, with the kernel's
// arguments and the file's constants for numbers; it is what the program means, not what memory is.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "shared/replay/arrays.h"

namespace lockstep::replay {

// By how many elements the parts of an index move it, each factor once, smallest first, without 1:
// `(z * height + y) * width + x` with height 8 and width 4 moves by 4 and by 32. `known` gives names their numbers;
// a name that it does not know is a part. Nothing for text that is no expression of sums, products and shifts.
std::vector<std::uint64_t> Strides(std::string_view index,
                                   const std::function<std::optional<Number>(std::string_view name)>& known);

// The shape, slowest dimension first, in which rows of `strides` elements lie in `count`. None where they do not fit
// one into the other without a rest.
std::optional<std::vector<std::uint64_t>> ShapeOfStrides(std::vector<std::uint64_t> strides, std::uint64_t count);

// The shapes of more than one dimension by which the lines that used the array index it, the commonest first. None for
// arrays that have a shape of their own.
std::vector<std::vector<std::uint64_t>> SourceShapes(const Model& model, const ArrayInfo& array);

}  // namespace lockstep::replay
