#include "viz/model/thread_layout.h"

#include <algorithm>
#include <cmath>

#include "shared/replay/model.h"

namespace lockstep::viz {

Folding::Folding(trace::Dim3 extent, std::uint64_t per_row) : extent_(extent) {
  if (extent.y == 1 && extent.z == 1) {
    columns_ = std::clamp<std::uint64_t>(per_row, 1, std::max<std::uint32_t>(extent.x, 1));
    rows_ = (extent.x + columns_ - 1) / columns_;
    folded_ = rows_ > 1;
  } else {
    columns_ = extent.x;
    rows_ = std::uint64_t{extent.y} * extent.z;
  }
  rows_ = std::max<std::uint64_t>(rows_, 1);
  columns_ = std::max<std::uint64_t>(columns_, 1);
}

Spot Folding::SpotOf(trace::Dim3 index) const {
  if (folded_) return {index.x % columns_, index.x / columns_};
  return {index.x, index.y + std::uint64_t{extent_.y} * index.z};
}

std::optional<trace::Dim3> Folding::IndexAt(Spot spot) const {
  if (spot.column >= columns_ || spot.row >= rows_) return std::nullopt;
  if (folded_) {
    const std::uint64_t x = spot.row * columns_ + spot.column;
    if (x >= extent_.x) return std::nullopt;
    return trace::Dim3{static_cast<std::uint32_t>(x), 0, 0};
  }
  return trace::Dim3{static_cast<std::uint32_t>(spot.column), static_cast<std::uint32_t>(spot.row % extent_.y),
                     static_cast<std::uint32_t>(spot.row / extent_.y)};
}

GridLayout::GridLayout(trace::Dim3 grid, trace::Dim3 block, double aspect) : threads_(block, 32) {
  gap_ = std::max(1.0, std::round(static_cast<double>(std::min(threads_.columns(), threads_.rows())) * 0.15));
  // n blocks in rows of k are k * w wide and n / k * h high: choose the k with the given aspect ratio.
  const double w = block_width() + gap_, h = block_height() + gap_;
  const double per_row = std::sqrt(static_cast<double>(grid.x) * aspect * h / w);
  blocks_ = Folding(grid, static_cast<std::uint64_t>(std::max(1.0, std::ceil(per_row))));
}

double GridLayout::width() const { return LeftOf(blocks_.columns()) - gap_; }
double GridLayout::height() const { return TopOf(blocks_.rows()) - gap_; }

std::optional<trace::Dim3> GridLayout::BlockAt(double x, double y, double reach) const {
  // Along one axis: the block whose pitch contains the point.
  const auto along = [&](double at, double block, std::uint64_t count) -> std::optional<std::uint64_t> {
    const double pitch = block + gap_;
    const double place = std::clamp(std::floor((at + gap_ / 2) / pitch), 0.0, static_cast<double>(count - 1));
    const double begin = place * pitch;
    if (at < begin - reach || at >= begin + block + reach) return std::nullopt;
    return static_cast<std::uint64_t>(place);
  };
  const auto column = along(x, block_width(), blocks_.columns()), row = along(y, block_height(), blocks_.rows());
  return column && row ? blocks_.IndexAt({*column, *row}) : std::nullopt;
}

std::optional<ThreadPlace> GridLayout::At(double x, double y) const {
  if (x < 0 || y < 0) return std::nullopt;
  const double w = block_width() + gap_, h = block_height() + gap_;
  const Spot block_spot{static_cast<std::uint64_t>(x / w), static_cast<std::uint64_t>(y / h)};
  const auto block = blocks_.IndexAt(block_spot);
  if (!block) return std::nullopt;
  const Spot spot{static_cast<std::uint64_t>(x - LeftOf(block_spot.column)),
                  static_cast<std::uint64_t>(y - TopOf(block_spot.row))};
  const auto thread = threads_.IndexAt(spot);
  if (!thread) return std::nullopt;
  return ThreadPlace{*block, *thread};
}

}  // namespace lockstep::viz
