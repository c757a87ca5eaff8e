#include "sim/fft/layout.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>

namespace lockstep::fft {
namespace {

struct Dimension {
  std::int64_t count, stride;
};

// The slowest first.
std::vector<Dimension> DimensionsOf(const Layout& layout) {
  std::vector<Dimension> all;
  for (std::size_t d = 0; d < layout.sizes.size(); ++d) all.push_back({layout.sizes[d], layout.strides[d]});
  return all;
}

// Calls visit(offset in elements) for each position in these dimensions.
void ForEach(std::span<const Dimension> dimensions, std::int64_t offset,
             const std::function<void(std::int64_t)>& visit) {
  if (dimensions.empty()) return visit(offset);
  for (std::int64_t i = 0; i < dimensions[0].count; ++i)
    ForEach(dimensions.subspan(1), offset + i * dimensions[0].stride, visit);
}

// Calls visit(offset of a row in elements, number of the row) for each row of the array.
void ForEachRow(const Layout& layout, std::int64_t index,
                const std::function<void(std::int64_t, std::int64_t)>& visit) {
  std::vector<Dimension> outer = DimensionsOf(layout);
  outer.pop_back();
  std::int64_t row = 0;
  ForEach(outer, index * layout.distance, [&](std::int64_t offset) { visit(offset, row++); });
}

// Calls visit(offset, offset in a dense array, size) in bytes for each run of elements that lie side by side.
template <class Visit>
void ForEachRun(const Layout& layout, std::int64_t index, const Visit& visit) {
  const std::int64_t n = layout.sizes.back(), stride = layout.strides.back(), size = layout.element;
  const std::int64_t run = stride == 1 ? n : 1;
  ForEachRow(layout, index, [&](std::int64_t offset, std::int64_t row) {
    for (std::int64_t i = 0; i < n; i += run)
      visit((offset + i * stride) * size, (row * n + i) * size, static_cast<std::size_t>(run * size));
  });
}

}  // namespace

std::int64_t Layout::count() const {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

Layout Embedded(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& embed, std::int64_t stride,
                std::int64_t distance, std::int64_t batch, std::int64_t element) {
  Layout layout{.sizes = sizes, .strides = {}, .batch = batch, .distance = distance, .element = element};
  layout.strides.resize(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0; stride *= embed[d]) layout.strides[d] = stride;
  return layout;
}

Layout Dense(const std::vector<std::int64_t>& sizes, std::int64_t row, std::int64_t batch, std::int64_t element) {
  std::vector<std::int64_t> embed = sizes;
  embed.back() = row;
  const std::int64_t distance = std::accumulate(embed.begin(), embed.end(), std::int64_t{1}, std::multiplies<>());
  return Embedded(sizes, embed, 1, distance, batch, element);
}

std::vector<LockstepOperand> OperandsOf(const Layout& layout, const char* name, const void* first, bool is_written) {
  std::vector<Dimension> all = DimensionsOf(layout);
  all.push_back({layout.batch, layout.distance});
  std::erase_if(all, [](const Dimension& dimension) { return dimension.count == 1; });
  std::ranges::sort(all, {}, &Dimension::stride);
  // Dimensions that continue each other are one.
  std::int64_t width = 1;
  while (!all.empty() && all.front().stride <= width) {
    width = (all.front().count - 1) * all.front().stride + width;
    all.erase(all.begin());
  }
  for (std::size_t d = 0; d + 1 < all.size();) {
    if (all[d + 1].stride != all[d].count * all[d].stride) {
      ++d;
      continue;
    }
    all[d].count *= all[d + 1].count;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(d) + 1);
  }
  const Dimension rows = all.empty() ? Dimension{1, 0} : all.front();
  if (!all.empty()) all.erase(all.begin());
  std::vector<LockstepOperand> operands;
  ForEach(all, 0, [&](std::int64_t offset) {
    operands.push_back({.name = name,
                        .first = static_cast<const char*>(first) + offset * layout.element,
                        .width = static_cast<std::uint64_t>(width * layout.element),
                        .height = static_cast<std::uint64_t>(rows.count),
                        .pitch = static_cast<std::uint64_t>(rows.stride * layout.element),
                        .is_read = !is_written,
                        .is_written = is_written});
  });
  return operands;
}

void Gather(const Layout& layout, std::int64_t index, const void* from, void* dense) {
  ForEachRun(layout, index, [&](std::int64_t strided, std::int64_t at, std::size_t bytes) {
    std::memcpy(static_cast<char*>(dense) + at, static_cast<const char*>(from) + strided, bytes);
  });
}

void Scatter(const Layout& layout, std::int64_t index, const void* dense, void* to) {
  ForEachRun(layout, index, [&](std::int64_t strided, std::int64_t at, std::size_t bytes) {
    std::memcpy(static_cast<char*>(to) + strided, static_cast<const char*>(dense) + at, bytes);
  });
}

}  // namespace lockstep::fft
