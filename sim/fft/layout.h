#pragma once

// The layout of a batch of arrays.

#include <cstdint>
#include <vector>

#include "sim/hooks/library.h"

namespace lockstep::fft {

struct Layout {
  std::vector<std::int64_t> sizes;    // of an array, the slowest dimension first
  std::vector<std::int64_t> strides;  // of each dimension, in elements
  std::int64_t batch = 1, distance = 0;
  std::int64_t element = 0;  // bytes

  std::int64_t count() const;  // of elements of one array
};

// The dense layout, with rows of `row` elements.
Layout Dense(const std::vector<std::int64_t>& sizes, std::int64_t row, std::int64_t batch, std::int64_t element);
// As a plan for many arrays describes it.
Layout Embedded(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& embed, std::int64_t stride,
                std::int64_t distance, std::int64_t batch, std::int64_t element);

// The memory of all elements, as few operands of a call.
std::vector<LockstepOperand> OperandsOf(const Layout& layout, const char* name, const void* first, bool is_written);

// Copies one array of the batch to or from a dense one.
void Gather(const Layout& layout, std::int64_t index, const void* from, void* dense);
void Scatter(const Layout& layout, std::int64_t index, const void* dense, void* to);

}  // namespace lockstep::fft
