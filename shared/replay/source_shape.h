#pragma once

// The shape that the source gives to an array that was allocated flat: if a kernel reads `in[y * width + x]` and
// `width` is 64, the array has rows of 64. It is derived from the text of the index, with the values of the kernel's
// arguments and the file's constants; it is the meaning that the program implies, not a property of the memory.

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "shared/replay/arrays.h"

namespace lockstep::replay {

// The factors by which the parts of an index are multiplied, each once, smallest first, without 1:
// `(z * height + y) * width + x` with height 8 and width 4 has the factors 4 and 32. `known` gives the values of names;
// a name without a value is a part. Empty if the text is not made of sums, products and shifts.
std::vector<std::uint64_t> Strides(std::string_view index,
                                   const std::function<std::optional<Number>(std::string_view name)>& known);

// The shape, slowest dimension first, in which rows of `strides` elements fill `count` elements. None if they do not
// divide each other without remainder.
std::optional<std::vector<std::uint64_t>> ShapeOfStrides(std::vector<std::uint64_t> strides, std::uint64_t count);

// The shapes of more than one dimension by which the lines that used the array index it, the most frequent first. The
// tiles of `a[row * n + t * 8 + x]` are left out if another array of the size has rows of n. None for arrays that have
// a shape of their own.
std::vector<std::vector<std::uint64_t>> SourceShapes(const Model& model, const ArrayInfo& array);

}  // namespace lockstep::replay
